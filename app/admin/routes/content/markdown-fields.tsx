import { JsonParts } from '#app/admin/json-form/json-fields.tsx'
import { SectionTabs } from '#app/admin/ui/section-tabs.tsx'
import type { ShownEditing } from '#server/console/content/read-editor.ts'

import { LivePreview } from './live-preview.tsx'
import { MarkdownText } from './markdown-text.tsx'

type Input = Extract<ShownEditing['input'], { is: 'markdown' }>

const withFaults = (label: string, faults: number) => (faults === 0 ? label : `${label} (${faults === 1 ? '1 error' : `${faults} errors`})`)

/** The fields of a lesson, article, document or legal text, and its text. */
export function MarkdownFields({ input, revision }: { input: Input; revision: number }) {
	const { head, tabs, body, bodyLine, textFaults, hasBlocks } = input
	const text = {
		id: 'text',
		label: withFaults('Text', textFaults.length),
		panel: <MarkdownText text={body} firstLine={bodyLine} revision={revision} faults={textFaults} hasBlocks={hasBlocks} />,
	}
	const others = tabs.map(({ id, label, parts, faults }) => ({
		id,
		label: withFaults(label, faults),
		panel: <JsonParts parts={parts} revision={revision} />,
	}))
	return (
		<LivePreview>
			<input type="hidden" name="d" value="" />
			<JsonParts parts={head} revision={revision} />
			<SectionTabs label="Parts of this text" tabs={[text, ...others]} />
		</LivePreview>
	)
}
