import { shownNumber } from "@/words/region";

/** "12", "2.5": an amount of tasks or of estimates. */
export const shownAmount = (amount: number): string => shownNumber(Math.round(amount * 10) / 10);
