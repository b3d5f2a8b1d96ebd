import { useState } from 'react'
import { Link, useFetchers, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { useChangedPart } from '#app/admin/ui/use-changed-part.ts'
import { useFieldOfAddress } from '#app/admin/ui/use-field-of-address.ts'
import lessonBlocks from '#app/styles/lesson-blocks.css?url'
import lessonText from '#app/styles/lesson-text.css?url'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import type { FormPart } from '#server/console/content/json-form.ts'
import { type Conflict, readEditor, type ShownEditing } from '#server/console/content/read-editor.ts'

import { Differences } from './differences.tsx'
import { FileList } from './file-list.tsx'
import { FontFields } from './font-fields.tsx'
import { JsonFields } from './json-fields.tsx'
import { MarkdownFields } from './markdown-fields.tsx'

/** For the drawings in the text. */
export const links = () => [lessonText, lessonBlocks].map((href) => ({ rel: 'stylesheet', href }))

export const loader = load(readEditor)

type Loaded = Awaited<ReturnType<typeof loader>>

type Input = ShownEditing['input']
type FieldFault = { id: string; label: string; fault: string }

/** Faults of a form by the labels that lead to their field. */
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

function Faults({ faults: { count, shown }, input }: Pick<ShownEditing, 'faults' | 'input'>) {
	if (count === 0) return null
	const atFields = listFaultsOf(input)
	return (
		<Callout tone="danger" role="alert" title={`Fix ${count === 1 ? '1 error' : `${count} errors`} before you publish.`}>
			<ul className="wrap-anywhere">
				{atFields.map(({ id, label, fault }) => (
					<li key={`${id} ${fault}`}>
						<a href={`#${id}`}>{label === '' ? 'The file' : label}</a>
						{`: ${fault}`}
					</li>
				))}
				{/* Faults of no field show once those of the fields are fixed. */}
				{atFields.length === 0 &&
					shown.map(({ line, message, code }) => (
						<li key={`${line} ${message}`}>
							{`Line ${line}: ${message}`}
							<br />
							<code>{code}</code>
						</li>
					))}
			</ul>
		</Callout>
	)
}

const TheirVersion = ({ conflict: { at, diff, text } }: { conflict: Conflict }) => (
	<Callout>
		<div className="grid grid-cols-1 gap-3">
			<p>
				{'The other version was saved '}
				<Time at={at} />. Yours is in the form, and this is how it differs. Copy what you need, then save: yours becomes the newest, and the
				other stays in the history.
			</p>
			<Differences diff={diff} label="From the other version to yours" />
			<Disclosure summary="The other version in full">
				<pre className="letter">{text}</pre>
			</Disclosure>
		</div>
	</Callout>
)

function Fields({ input, revision }: { input: Exclude<Input, { is: 'text' | 'font' }>; revision: number }) {
	return input.is === 'form' ? <JsonFields form={input.form} revision={revision} /> : <MarkdownFields input={input} revision={revision} />
}

type InputsProps = { file: Loaded['file']; loaded: ShownEditing; shown: ShownEditing | undefined; error: string | undefined }

/** Everything that is typed. After a refusal it is what the server has made of it, until the form is sent with success. */
function Inputs({ file, loaded, shown, error }: InputsProps) {
	const [kept, setKept] = useState({ editing: shown, revision: 0 })
	if (shown && shown !== kept.editing) setKept(({ revision }) => ({ editing: shown, revision: revision + 1 }))
	const { editing = loaded, revision } = kept
	const { base, faults, input, conflict } = editing
	const field = useChangedPart(revision)
	const isPending = useFetchers().length > 0
	return (
		<div ref={field} className="editor">
			<input type="hidden" name="path" value={file.path} />
			<input type="hidden" name="base" value={base} />
			<input type="hidden" name="as" value={input.is} />
			{conflict && <TheirVersion conflict={conflict} />}
			<Faults faults={faults} input={input} />
			{input.is === 'font' ? (
				<FontFields font={input.font} error={error} />
			) : (
				<>
					{/* The first button of a form is the one that the enter key presses. */}
					<div>
						<Button
							type="submit"
							name="do"
							value="save"
							aria-disabled={isPending || undefined}
							onClick={(event) => isPending && event.preventDefault()}
						>
							Save draft
						</Button>
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
						<Fields input={input} revision={revision} />
					)}
				</>
			)}
		</div>
	)
}

const TONES = { draft: 'warn', edited: 'calm', original: 'calm' } as const

function Facts({ loaded: { file, state, savedAt, preview, hasForm, isText } }: { loaded: Loaded }) {
	return (
		<>
			<p className="wrap-anywhere">
				<StateBadge word={state} tone={TONES[state]} />{' '}
				{savedAt && (
					<>
						{' · saved '}
						<Time at={savedAt} />
					</>
				)}
			</p>
			<p className="flex flex-wrap gap-x-6 gap-y-2">
				<Link to={fileAddress(file.path, consolePaths.contentHistory)}>History</Link>
				{preview !== null && <Link to={preview}>Preview</Link>}
				{state === 'draft' && <Link to={consolePaths.contentSite}>See it on its pages</Link>}
				{hasForm && <Link to={`${fileAddress(file.path)}${isText ? '' : '&as=text'}`}>{isText ? 'Edit as a form' : 'Edit as text'}</Link>}
			</p>
		</>
	)
}

function Changes({ diffs: { draft, origin, upgrade } }: { diffs: NonNullable<Loaded['diffs']> }) {
	return (
		<>
			{draft && (
				<>
					<h2>Unpublished changes</h2>
					<Differences diff={draft} label="From what is public to this draft" />
					<p>
						<Link to={consolePaths.contentPublish}>Review changes and publish</Link>
					</p>
				</>
			)}
			<h2>Changes from the original</h2>
			<Differences diff={origin} label="From the original to the newest version" />
			{upgrade && (
				<>
					<h2>What an upgrade changed in the original</h2>
					<p>Your version was written over an older original, and stays as it is. Copy what you want of these lines.</p>
					<Differences diff={upgrade} label="From the older original to the newer one" />
				</>
			)}
		</>
	)
}

export default function EditorPage() {
	const loaded = useLoaderData<typeof loader>()
	useFieldOfAddress()
	const { file, editing, parts, diffs, restorable } = loaded
	return (
		<Page title={file.title}>
			<Facts loaded={loaded} />
			<ActionForm action={consolePaths.contentFile} label="Save draft" hasFile={editing.input.is === 'font'}>
				{({ errors, shown }) => <Inputs file={file} loaded={editing} shown={shown as ShownEditing | undefined} error={errors.file} />}
			</ActionForm>
			{parts && (
				<>
					<h2>{parts.heading}</h2>
					<FileList files={parts.parts}>{({ isInOrigin }) => !isInOrigin && <StateBadge word="not in the original" />}</FileList>
				</>
			)}
			{diffs && <Changes diffs={diffs} />}
			{restorable !== null && (
				<ActionForm
					action={consolePaths.contentOrigin}
					label="Restore the original"
					hidden={{ path: file.path, base: restorable }}
					note="It becomes the newest draft; yours stays in the history."
					tone="secondary"
				/>
			)}
		</Page>
	)
}

export { action } from '#app/admin/routes/action.tsx'
