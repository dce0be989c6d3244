import { TransNoContext } from "@lingui/react/server";
import type { TransProps } from "@lingui/react";
import { i18n } from "./i18n";

const lingui = { i18n };

/** The component that the macro `Trans` compiles to: a text with elements in it. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={lingui} />;
}
