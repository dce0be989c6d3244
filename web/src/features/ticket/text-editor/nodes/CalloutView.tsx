import { t } from "@lingui/core/macro";
import { NodeViewContent, NodeViewWrapper, type NodeViewProps } from "@tiptap/react";
import { calloutIcons, calloutKinds, calloutNames, isCalloutKind } from "@/ui/callouts";
import { Icon } from "@/ui/Icon";
import prose from "@/ui/Markdown.module.css";
import { Menu } from "@/ui/Menu";
import { say } from "@/words/i18n";

/** A callout. Its icon is a button that changes its kind. */
export function CalloutView({ node, editor, updateAttributes }: NodeViewProps) {
  const kind = isCalloutKind(node.attrs.kind) ? node.attrs.kind : "note";
  const name = say(calloutNames[kind]);
  const icon = <Icon of={calloutIcons[kind]} />;
  const items = calloutKinds.map((each) => ({ id: each, name: say(calloutNames[each]), icon: calloutIcons[each], checked: each === kind, onSelect: () => updateAttributes({ kind: each }) }));
  return (
    <NodeViewWrapper className={prose.callout} data-callout={kind} role="note" aria-label={name}>
      <span contentEditable={false} className={prose.calloutKind}>
        {editor.isEditable ? (
          <Menu name={t`Callout type`} items={items}>
            <button type="button" aria-label={t`Callout type: ${name}`} data-tip={name}>
              {icon}
            </button>
          </Menu>
        ) : (
          icon
        )}
      </span>
      <NodeViewContent className={prose.calloutText} />
    </NodeViewWrapper>
  );
}
