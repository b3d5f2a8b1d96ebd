import { type FormEvent, type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react'

import { PlaceholderMenu, insertInto, UsedPlaceholders, NO_PLACEHOLDERS } from '#app/admin/json-form/values.tsx'
import type { TextKind } from '#app/admin/rich-text/commands.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { countNoun } from '#domain/reading/count-noun.ts'
import { countWords, readingMinutes } from '#domain/reading/reading-time.ts'
import { isSampleText } from '#domain/reading/sample-text.ts'
import type { PlaceholderValue } from '#server/console/content/list-values.ts'

type TextFault = { message: string; code: string }

const describe = ({ message, code }: TextFault) => (code === '' ? message : `${message} (at “${code}”)`)

/** Loads the editor as a separate bundle, because it needs a browser. */
const load = () => import('#app/admin/rich-text/rich-text.tsx')

/**
 * Returns the rich text editor once it has loaded and the text area doesn't have focus, or `failed` if it can't be
 * loaded. Doesn't use `Suspense`, because React would show its fallback for 300 ms and hide the text.
 */
function useRichText(area: RefObject<HTMLTextAreaElement | null>, onReady: (text: string | undefined) => void) {
	const [editor, setEditor] = useState<Awaited<ReturnType<typeof load>> | 'failed' | null>(null)
	const first = useRef(onReady)
	useEffect(() => {
		void load().then(
			(loaded) => {
				const begin = () => {
					first.current(area.current?.value)
					setEditor(loaded)
				}
				if (area.current && document.activeElement === area.current) area.current.addEventListener('blur', begin, { once: true })
				else begin()
			},
			() => setEditor('failed'),
		)
	}, [area])
	return editor
}

type Props = {
	name?: string
	text: string
	/** Line number in the file where the text begins, for links to a line (app/admin/use-field-in-address.ts). */
	firstLine?: number
	revision?: number
	faults?: readonly TextFault[]
	hint?: string
	error?: string | undefined
	maxLength?: number
	rows?: number
	textKind: TextKind
	/** Placeholders that the text may use, such as `{price}`. */
	values?: readonly PlaceholderValue[]
}

const NONE: readonly TextFault[] = []

/** Until the editor has loaded, its place is empty, so that the Markdown doesn't flash. It's shown without scripts, and if loading takes long. */
const UNTIL_LOADED =
	'not-noscript:border not-noscript:border-line-strong not-noscript:bg-raised not-noscript:[&>*]:animate-[hide-at-first_1ms_3s_backwards] focus-within:[&>*]:animate-none!'

function BelowText({ text, isMarkdown, onSwitch }: { text: string; isMarkdown: boolean; onSwitch: () => void }) {
	const words = isSampleText(text) ? 0 : countWords(text)
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4">
			<Button variant="quiet" onClick={onSwitch}>
				{isMarkdown ? 'Back to the editor' : 'Edit as Markdown'}
			</Button>
			{words > 0 && (
				<p className="text-(length:--text-sm) text-soft">{`${countNoun(words, 'word')} · ${readingMinutes(words)} min read`}</p>
			)}
		</div>
	)
}

/** Field for a Markdown text. The form submits the text area, which the rich text editor writes into. */
export function MarkdownText({
	name = 'text',
	text,
	firstLine,
	revision = 0,
	faults = NONE,
	rows = 30,
	textKind,
	values = NO_PLACEHOLDERS,
	...more
}: Props) {
	const { hint, error, maxLength } = more
	const area = useRef<HTMLTextAreaElement>(null)
	const [isMarkdown, setMarkdown] = useState(false)
	// The rich text editor restarts when another text is loaded or typed into the text area.
	const [shown, setShown] = useState({ source: text, revision: 0 })
	const show = (source: string) => setShown((before) => ({ source, revision: before.revision + 1 }))
	const editor = useRichText(area, (typed) => typed !== undefined && typed !== text && show(typed))
	const loaded = editor === 'failed' ? null : editor
	const written = useRef(text)
	const [typed, setTyped] = useState(text)
	const given = useRef({ text, revision })
	useEffect(() => {
		// An autosave's response contains an older text than the input, so the input is replaced only for a new revision.
		const isNew = given.current.revision !== revision
		given.current = { text, revision }
		if (!isNew || !area.current || area.current.value.trim() === text.trim()) return
		area.current.value = text
		written.current = text
		setTyped(text)
		show(text)
	}, [text, revision])
	const toggle = () => {
		show(area.current?.value ?? '')
		setMarkdown((is) => !is)
	}
	const write = useCallback((markdown: string) => {
		if (!area.current || area.current.value === markdown) return
		area.current.value = markdown
		written.current = markdown
		area.current.dispatchEvent(new Event('input', { bubbles: true }))
	}, [])
	const isRich = loaded !== null && !isMarkdown
	// After a refused autosave, autosave.ts writes the restored draft into the text area.
	const onInput = ({ currentTarget: { value } }: FormEvent<HTMLTextAreaElement>) => {
		if (isRich && value !== written.current) show(value)
		written.current = value
		// Low priority, so that updating the list of used placeholders doesn't delay typing.
		startTransition(() => setTyped(value))
	}
	return (
		<div className="grid min-w-0 gap-4">
			{faults.length > 0 && (
				<ul className="font-semibold text-danger-ink wrap-anywhere">
					{faults.map((fault) => (
						<li key={describe(fault)}>{describe(fault)}</li>
					))}
				</ul>
			)}
			{isRich && textKind === 'mail' && <p className="font-semibold">Text</p>}
			{isRich && hint !== undefined && <p className="text-soft">{hint}</p>}
			{isRich && error !== undefined && <p className="font-semibold text-danger-ink">{error}</p>}
			{isRich && <loaded.RichText key={shown.revision} source={shown.source} onChange={write} textKind={textKind} values={values} />}
			<div hidden={isRich} className={editor === null ? UNTIL_LOADED : undefined}>
				<Field id={name} label="Text (Markdown)" hint={hint} error={error}>
					{(aria) => (
						<textarea
							{...aria}
							ref={area}
							id={name}
							name={name}
							defaultValue={text}
							onInput={onInput}
							data-first-line={firstLine}
							rows={rows}
							maxLength={maxLength}
							className="control code-text"
							spellCheck
						/>
					)}
				</Field>
			</div>
			{!isRich && <PlaceholderMenu values={values} about="the text" onInsert={(inserted) => insertInto(area.current, inserted)} />}
			<UsedPlaceholders values={values} text={typed} />
			{loaded && <BelowText text={typed} isMarkdown={isMarkdown} onSwitch={toggle} />}
		</div>
	)
}
