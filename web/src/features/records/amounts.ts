/** "12", "2.5": an amount of tasks or of estimates. */
export const shownAmount = (amount: number): string => (Math.round(amount * 10) / 10).toLocaleString("en");
