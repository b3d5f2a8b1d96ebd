import { type FormEvent, useCallback, useRef, useState } from 'react'

import { JsonParts } from '#app/admin/json-form/json-fields.tsx'
import { SectionTabs } from '#app/admin/ui/section-tabs.tsx'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { ShownEditing } from '#server/console/content/read-editor.ts'

import { TEXT_PREVIEW, LivePreview } from './live-preview.tsx'
import { MarkdownText } from './markdown-text.tsx'

type Input = Extract<ShownEditing['input'], { is: 'markdown' }>

/** Adds the number of errors to a tab's label. */
const withFaults = (label: string, faults: number) =>
	faults === 0 ? (
		label
	) : (
		<>
			{label} <span className="sr-only">({countNoun(faults, 'error')})</span>
			<span
				aria-hidden="true"
				className="-ms-0.5 inline-grid size-4 place-items-center rounded-full bg-danger-ink align-[.05em] text-[.7rem] leading-none text-ground"
			>
				{faults}
			</span>
		</>
	)

const WITH_EXERCISES = ['text', 'exercises']

/** Two tabs show the exercises. Leaving one of them copies its changes to the other; until that is done, input is blocked. */
function useSameExercises(isOn: boolean, sync: () => Promise<void>) {
	const changed = useRef(new Set<string>())
	const [isSyncing, setSyncing] = useState(false)
	const onInput = ({ target }: FormEvent) => {
		const tab = target instanceof Element ? target.closest<HTMLElement>('[data-tab]')?.dataset.tab : undefined
		if (tab !== undefined && isOn && WITH_EXERCISES.includes(tab)) changed.current.add(tab)
	}
	const onLeave = useCallback(
		(tab: string) => {
			if (!changed.current.delete(tab)) return
			setSyncing(true)
			void sync().finally(() => setSyncing(false))
		},
		[sync],
	)
	return { isSyncing, onInput, onLeave }
}

type MarkdownFieldsProps = {
	input: Input
	values: ShownEditing['values']
	revision: number
	sync: () => Promise<void>
}

export function MarkdownFields({ input, values, revision, sync }: MarkdownFieldsProps) {
	const { head, tabs, body, bodyLine, textFaults, hasBlocks } = input
	const { isSyncing, onInput, onLeave } = useSameExercises(hasBlocks, sync)
	const text = {
		id: 'text',
		label: withFaults('Text', textFaults.length),
		panel: (
			<MarkdownText
				text={body}
				firstLine={bodyLine}
				revision={revision}
				faults={textFaults}
				textKind={hasBlocks ? 'lesson' : 'text'}
				values={values}
			/>
		),
	}
	const others = tabs.map(({ id, label, parts, faults }) => ({
		id,
		label: withFaults(label, faults),
		panel: <JsonParts parts={parts} revision={revision} values={values} />,
	}))
	return (
		<LivePreview source={TEXT_PREVIEW}>
			<input type="hidden" name="d" value="" />
			<div className="[&_[name='s/title']]:text-xl/[1.6] [&_[name='s/title']]:font-semibold">
				<JsonParts parts={head} revision={revision} values={values} />
			</div>
			<div onInput={onInput}>
				<SectionTabs label="Parts of this text" tabs={[text, ...others]} onLeave={onLeave} isBusy={isSyncing} />
			</div>
		</LivePreview>
	)
}
