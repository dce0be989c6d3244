import { create } from "zustand";

/** The days that a person may let weeks begin on. */
export type WeekStart = "monday" | "sunday" | "saturday";

/** Counted from Monday, like every weekday here. */
const places: Record<WeekStart, number> = { monday: 0, saturday: 5, sunday: 6 };

/** The regions in which weeks do not begin on Monday, for browsers that do not know them. From the CLDR. */
const sundays = new Set("AG,AS,AU,BD,BR,BS,BT,BW,BZ,CA,CN,CO,DM,DO,ET,GT,GU,HK,HN,ID,IL,IN,JM,JP,KE,KH,KR,LA,MH,MM,MO,MT,MX,MZ,NI,NP,PA,PE,PH,PK,PR,PT,PY,SA,SG,SV,TH,TT,TW,UM,US,VE,VI,WS,YE,ZA,ZW".split(","));
const saturdays = new Set("AE,AF,BH,DJ,DZ,EG,IQ,IR,JO,KW,LY,OM,QA,SD,SY".split(","));

interface WeekInfo {
  /** 1 is Monday. */
  firstDay: number;
}

/** The first day of the week where a language is spoken; 0 is Monday. */
export function firstDayIn(language: string): number {
  try {
    const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
    const told = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
    if (told !== undefined) return (told + 6) % 7;
    const region = locale.maximize().region ?? "";
    return sundays.has(region) ? places.sunday : saturdays.has(region) ? places.saturday : places.monday;
  } catch {
    return places.monday;
  }
}

/** The first day of the week: the chosen day, or else the usual day of the language; 0 is Monday. */
export const firstDay = (chosen: WeekStart | null, language: string): number => (chosen === null ? firstDayIn(language) : places[chosen]);

const ownLanguage = () => (typeof navigator === "undefined" ? "en-GB" : navigator.language);

/** The day on which weeks begin for the person who looks; 0 is Monday. */
export const useFirstDay = create<{ first: number }>(() => ({ first: firstDayIn(ownLanguage()) }));

/** Lets weeks begin on a day; null stands for the day of the browser's language. */
export function chooseWeekStart(chosen: WeekStart | null): void {
  useFirstDay.setState({ first: firstDay(chosen, ownLanguage()) });
}
