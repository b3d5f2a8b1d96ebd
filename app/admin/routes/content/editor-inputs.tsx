import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useFetchers } from 'react-router'

import { JsonFields } from '#app/admin/json-form/json-fields.tsx'
import type { FaultsById } from '#app/admin/json-form/use-live-faults.ts'
import { lazyPart } from '#app/admin/ui/lazy-part.tsx'
import { useChangedPart } from '#app/admin/ui/use-changed-part.ts'
import { Button } from '#app/ui/button.tsx'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { FormPart } from '#server/console/content/json-form.ts'
import type { ShownEditing } from '#server/console/content/read-editor.ts'
import type { AutosaveResponse } from '#server/console/content/save-file.ts'

import { LivePreview, documentPreviewSource } from './live-preview.tsx'
import { MarkdownFields } from './markdown-fields.tsx'
import { focusReason, SaveStatus } from './save-status.tsx'
import { useAutosave, useReloadAfterSave } from './use-autosave.ts'

/** Loaded only for a conflict. */
const OtherVersion = lazyPart(() => import('./other-version.tsx'))

type Input = ShownEditing['input']
type FieldFault = { id: string; label: string; fault: string }

function listFieldFaults(part: FormPart, above: readonly string[] = []): FieldFault[] {
	const labels = part.is === 'root' ? above : [...above, part.label]
	const own = part.fault === undefined ? [] : [{ id: part.id, label: labels.join(' › '), fault: part.fault }]
	return [...own, ...('parts' in part ? part.parts.flatMap((each) => listFieldFaults(each, labels)) : [])]
}

function listFaultsOf(input: Input): FieldFault[] {
	if (input.is === 'form') return listFieldFaults(input.form)
	if (input.is !== 'markdown') return []
	const inText = input.textFaults.map(({ message }) => ({ id: 'text', label: 'Text', fault: message }))
	return [...input.head, ...input.tabs.flatMap(({ parts }) => parts)].flatMap((part) => listFieldFaults(part)).concat(inText)
}

/** Continues a field's label with its error, without naming the field again. */
function continueLabel(label: string, fault: string): string {
	const own = label.split(' › ').at(-1) ?? ''
	return own !== '' && fault.startsWith(`${own} `) ? fault.slice(own.length) : `: ${fault}`
}

type FaultsProps = Pick<ShownEditing, 'faults' | 'input'> & {
	/** Errors from checking single fields since the last response; null if none was checked. */ live: FaultsById | null
}

function Faults({ faults: { count: before, shown }, input, live }: FaultsProps) {
	const known = listFaultsOf(input)
	const atFields = live ? known.flatMap((each) => [live[each.id] ?? []].flat().map((fault) => ({ ...each, fault }))) : known
	const count = before - known.length + atFields.length
	if (count <= 0) return null
	return (
		<Alert title={`Fix ${countNoun(count, 'error')} before you publish.`}>
			<ul className="wrap-anywhere">
				{atFields.map(({ id, label, fault }) => (
					<li key={`${id} ${fault}`}>
						<a href={`#${id}`}>{label === '' ? 'Whole file' : label}</a>
						{continueLabel(label, fault)}
					</li>
				))}
				{/* Other errors are shown once the fields have none. */}
				{atFields.length === 0 &&
					shown.map(({ line, message, code }) => (
						<li key={`${line} ${message}`}>
							{`Line ${line}: ${message}`}
							<br />
							<code>{code}</code>
						</li>
					))}
			</ul>
		</Alert>
	)
}

export const isAutosaved = ({ is }: Input) => is === 'markdown' || is === 'form'

/** The form already contains its file, so a check needs no extra fields. */
const CHECK = {}

const PAGE_WIDTHS = { phone: 390, desktop: 1280 }

type FieldsProps = {
	values: ShownEditing['values']
	input: Exclude<Input, { is: 'text' }>
	live: string | null
	revision: number
	checkCount: number
	sync: () => Promise<void>
	onFaults: (faults: FaultsById) => void
}

function Fields({ input, live, values, revision, checkCount, sync, onFaults }: FieldsProps) {
	const source = useMemo(() => live && documentPreviewSource(consolePaths.contentLive, { src: live, widths: PAGE_WIDTHS }), [live])
	if (input.is === 'markdown') return <MarkdownFields input={input} values={values} revision={revision} sync={sync} />
	const fields = (
		<div className="max-w-160">
			<JsonFields form={input.form} revision={revision} checkCount={checkCount} check={CHECK} values={values} onFaults={onFaults} />
		</div>
	)
	return source ? <LivePreview source={source}>{fields}</LivePreview> : fields
}

/** On phones, the bar of an autosaved text has no Save button, and its status has its own line. */
const COMPACT_BAR =
	'not-noscript:max-md:[&>[value=save]]:hidden max-md:[&>:is(p,span)]:order-1 max-md:[&>:is(p,span)]:basis-full max-md:[&_:is(.btn,summary)]:shrink-0 max-md:[&_:is(.btn,summary)]:whitespace-nowrap max-md:[&_.btn]:text-(length:--text-sm)'
const COMPACT_STATES: ReadonlySet<string> = new Set(['clean', 'typing', 'saving', 'saved', 'unchanged'])

const COMPARE = (
	<Button variant="quiet" onClick={focusReason}>
		Compare
	</Button>
)

type InputsProps = {
	file: { path: string }
	loaded: ShownEditing
	/** Frame that previews typed text on the page. */ live: string | null
	shown: ShownEditing | undefined
	/** Status text, shown until something is typed. */ saved: ReactNode
	links: ReactNode
	/** Content next to the Save button. */ children: ReactNode
}

const OF_FILES = { baseName: 'base', fillsFields: false } as const

function useEditing(loaded: ShownEditing, shown: ShownEditing | undefined) {
	// Revalidated data doesn't change a form that is being edited.
	const [kept, setKept] = useState({ editing: loaded, base: (shown ?? loaded).base, revision: 0, checkCount: 0, shown })
	if (shown && (shown !== kept.shown || kept.revision === 0))
		setKept(({ base, revision, checkCount }) => ({
			editing: shown,
			base: shown.conflict ? shown.base : base,
			revision: revision + 1,
			checkCount,
			shown,
		}))
	const take = ({ base, editing }: AutosaveResponse, isRestored: boolean, isByButton: boolean) => {
		const { conflict } = editing
		setKept((before) => ({
			...before,
			// While the user types, an autosave doesn't update the form's parts, because the name of a new entry may be incomplete.
			editing: {
				...(editing.input.is === 'form' && !isRestored && !isByButton ? before.editing : editing),
				conflict: conflict && { ...conflict, at: new Date(conflict.at) },
			},
			base,
			revision: before.revision + (isRestored ? 1 : 0),
			// The response to the button has checked all fields.
			checkCount: before.checkCount + (isByButton ? 1 : 0),
		}))
	}
	return [kept, take] as const
}

/** Height of the toolbar, which sticks below the bar, plus a margin. */
const TOOLBAR_PX = 72

/**
 * Measures the save bar, which wraps into more lines on phones and in a conflict. Sticky elements below it start at its
 * lower edge (`--save-bar`), and the browser scrolls focused fields to below both.
 */
function useSaveBar() {
	const bar = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const [own, { style }] = [bar.current, document.documentElement]
		if (!own) return
		const observer = new ResizeObserver(() => {
			style.setProperty('--save-bar', `${own.offsetHeight}px`)
			style.scrollPaddingTop = `${own.offsetHeight + TOOLBAR_PX}px`
		})
		observer.observe(own)
		return () => {
			observer.disconnect()
			style.removeProperty('--save-bar')
			style.scrollPaddingTop = ''
		}
	}, [])
	return bar
}

/** All inputs of a file's form. After a refused save, they show the submitted values until a save succeeds. */
export function EditorInputs({ file, loaded, live, shown, saved, links, children }: InputsProps) {
	const [{ editing, base, revision, checkCount }, take] = useEditing(loaded, shown)
	const { faults, input, conflict } = editing
	const [checked, setChecked] = useState<{ at: number; faults: FaultsById } | null>(null)
	const field = useChangedPart(revision)
	const bar = useSaveBar()
	const isPending = useFetchers().length > 0
	const { state, isRestoring, sync, discard } = useAutosave<AutosaveResponse>({
		file: file.path,
		address: consolePaths.contentAutosave,
		base,
		...OF_FILES,
		isOn: isAutosaved(input),
		findForm: () => field.current?.closest('form') ?? null,
		onAnswer: take,
	})
	useReloadAfterSave(state.is === 'saved' ? state.at : null)
	const isCompact = isAutosaved(input) && COMPACT_STATES.has(state.is)
	return (
		<div ref={field} className="grid min-w-0 gap-4">
			<input type="hidden" name="path" value={file.path} />
			<input type="hidden" name="base" value={base} />
			<input type="hidden" name="as" value={input.is} />
			{conflict && <input type="hidden" name="over" value={base} />}
			{conflict && (
				<Callout>
					<OtherVersion conflict={conflict} file={file.path} onDiscard={discard} />
				</Callout>
			)}
			<Faults faults={faults} input={input} live={checked?.at === revision + checkCount ? checked.faults : null} />
			{/* Enter presses a form's first button, so this one saves. */}
			<div
				ref={bar}
				className={`save-bar sticky top-0 z-3 flex flex-wrap items-center gap-x-4 gap-y-1 bg-ground py-1 max-md:gap-x-2 max-md:text-sm max-md:[&_.btn]:px-2 ${isCompact ? COMPACT_BAR : ''}`}
			>
				<Button
					type="submit"
					name="do"
					value="save"
					variant={isAutosaved(input) ? 'secondary' : 'primary'}
					aria-disabled={isPending || undefined}
					onClick={(event) => isPending && event.preventDefault()}
				>
					Save draft
				</Button>
				{children}
				{state.is === 'clean' && saved}
				<SaveStatus state={state} conflict={COMPARE} />
				{links}
			</div>
			{input.is === 'text' ? (
				<TextArea
					key={revision}
					id="text"
					name="text"
					label={input.label}
					defaultValue={input.text}
					rows={30}
					className="code-text"
					spellCheck
				/>
			) : (
				<div className="grid min-w-0 gap-4" inert={isRestoring}>
					<Fields
						input={input}
						live={live}
						values={editing.values}
						revision={revision}
						checkCount={checkCount}
						sync={sync}
						onFaults={(next) => setChecked({ at: revision + checkCount, faults: next })}
					/>
				</div>
			)}
		</div>
	)
}
