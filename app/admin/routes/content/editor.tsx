import { Link, useLoaderData, useSearchParams } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm, toFormId } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { ShortTimes, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { lazyPart } from '#app/admin/ui/lazy-part.tsx'
import { ActionMenu, DANGER_ITEM_CLASSES, MENU_ITEM_CLASSES, useClosing } from '#app/admin/ui/menu.tsx'
import { PageChoices } from '#app/admin/ui/page-choices.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import lessonBlocks from '#app/styles/lesson-blocks.css?url'
import lessonText from '#app/styles/lesson-text.css?url'
import { LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress, publishAddress } from '#contracts/console-paths.ts'
import { readEditor, type ShownEditing } from '#server/console/content/read-editor.ts'
import { readLessonActions } from '#server/console/outline/read-lesson-actions.ts'

import { EditorInputs, isAutosaved } from './editor-inputs.tsx'

export const links = () => [lessonText, lessonBlocks].map((href) => ({ rel: 'stylesheet', href }))

export const loader = createLoader(async (request) => {
	const { section, ...editor } = await readEditor(request)
	return { ...editor, lesson: await readLessonActions(request, section) }
})

/** Loaded only for a module. */
const ModuleFiles = lazyPart(() => import('./module-files.tsx'))

/** Loaded only for the question whether to remove a lesson. */
const RemovePart = lazyPart(async () => ({ default: (await import('#app/admin/routes/outline/remove-part.tsx')).RemovePart }))

/** Loaded only for the question whether to delete the text. */
const DeleteText = lazyPart(() => import('./delete-text.tsx'))

/** Loaded only for a text that was changed. */
const TextDifferences = lazyPart(() => import('./text-differences.tsx'))

type Loaded = Awaited<ReturnType<typeof loader>>

const TONES = { draft: 'warn', published: 'good' } as const

const Saved = ({ loaded: { state, savedAt } }: { loaded: Loaded }) =>
	savedAt !== null &&
	state !== 'original' && (
		<span>
			<StateBadge word={state} tone={TONES[state]} />
			{' · saved '}
			<ShortTimes value>
				<Time at={savedAt} />
			</ShortTimes>
		</span>
	)

function Deleted({ loaded: { file, state, canDiscard } }: { loaded: Loaded }) {
	const kind = file.path.startsWith('articles/') ? 'article' : 'page'
	const history = <Link to={fileAddress(file.path, consolePaths.contentHistory)}>history</Link>
	return state === 'draft' ? (
		<Callout title={`This ${kind} is deleted in a draft.`}>
			<p>
				{canDiscard ? (
					<>
						Visitors can open it until you <Link to={consolePaths.contentPublish}>publish</Link>. To keep it, discard the draft.
					</>
				) : (
					<>It was never public. You can restore it in its {history}.</>
				)}
			</p>
		</Callout>
	) : (
		<Callout title={`This ${kind} was deleted.`}>
			<p>Its versions are in the {history}, where you can restore one.</p>
		</Callout>
	)
}

/** ID of the form that duplicates a lesson. Its button is in the menu, within the form of the text. */
const DUPLICATE_FORM = toFormId(consolePaths.course, 'duplicate')

function MoreLinks({ loaded: { file, preview, hasForm, isText, editing, canDelete, lesson } }: { loaded: Loaded }) {
	const [searchParams] = useSearchParams()
	const menu = useClosing(`${file.path} ${searchParams.toString()}`)
	return (
		<div ref={menu} className="relative ms-auto">
			<ActionMenu summary="More">
				<Link to={fileAddress(file.path, consolePaths.contentHistory)} className={MENU_ITEM_CLASSES}>
					History
				</Link>
				{preview !== null && (
					<Link to={preview} className={MENU_ITEM_CLASSES}>
						{editing.input.is === 'form' ? 'Edit on the page' : 'Preview'}
					</Link>
				)}
				{hasForm && (
					<Link to={`${fileAddress(file.path)}${isText ? '' : '&as=text'}`} className={MENU_ITEM_CLASSES}>
						{isText ? 'Edit as a form' : 'Edit file as text'}
					</Link>
				)}
				{lesson && (
					<>
						<span data-sends>
							<button type="submit" form={DUPLICATE_FORM} className={MENU_ITEM_CLASSES}>
								Duplicate
							</button>
						</span>
						<Link to={`${fileAddress(file.path)}&remove=1#remove`} className={DANGER_ITEM_CLASSES} preventScrollReset>
							Remove from the course
						</Link>
					</>
				)}
				{canDelete && (
					<Link to={`${fileAddress(file.path)}&delete=1#delete`} className={DANGER_ITEM_CLASSES} preventScrollReset>
						Delete
					</Link>
				)}
			</ActionMenu>
		</div>
	)
}

export default function EditorPage() {
	const loaded = useLoaderData<typeof loader>()
	const { file, otherName, state, editing, parts, diffs, base, deletion, isDeleted, lesson, canDiscard, canRestore } = loaded
	return (
		<Page title={file.title} isTitleTyped={editing.input.is === 'markdown' && editing.input.head.length > 0}>
			<PageChoices pages={loaded.sitePages} />
			{otherName && (
				<p>
					{!otherName.isModule && `In lists and progress, it’s called “${otherName.title}”. `}
					<Link to={otherName.rename}>{otherName.isModule ? 'Rename this module' : 'Rename it'}</Link>
				</p>
			)}
			{lesson?.removal && <RemovePart removal={lesson.removal} hidden={lesson.hidden} page={fileAddress(file.path)} />}
			{deletion && <DeleteText path={file.path} deletion={deletion} />}
			{isDeleted ? (
				<Deleted loaded={loaded} />
			) : (
				<ActionForm action={consolePaths.contentFile} label="Save draft" hasButton isAutosaved={isAutosaved(editing.input)}>
					{({ shown }) => (
						<EditorInputs
							file={file}
							loaded={editing}
							live={loaded.live}
							shown={shown as ShownEditing | undefined}
							saved={<Saved loaded={loaded} />}
							links={<MoreLinks loaded={loaded} />}
						>
							{state === 'draft' && (
								<LinkButton to={publishAddress(file.path)} variant={isAutosaved(editing.input) ? 'primary' : 'secondary'}>
									Review and publish
								</LinkButton>
							)}
						</EditorInputs>
					)}
				</ActionForm>
			)}
			{parts && <ModuleFiles {...parts} />}
			{!isDeleted && diffs && (diffs.draft ?? diffs.origin) && (
				<Disclosure summary="Compare versions line by line">
					<TextDifferences diffs={diffs} />
				</Disclosure>
			)}
			{base !== null && canDiscard && (
				<ConfirmForm
					action={consolePaths.contentDiscard}
					label="Discard draft"
					hidden={{ path: file.path, base }}
					consequences={[
						['This draft', 'is replaced by the public text'],
						['What you lose', 'stays in the history, where you can restore it. You can also undo this right away.'],
						['Readers', 'see no change'],
					]}
					isGuarded={false}
					hasReason={false}
				/>
			)}
			{base !== null && canRestore && (
				<ConfirmForm
					action={consolePaths.contentOrigin}
					label="Restore the original"
					hidden={{ path: file.path, base }}
					consequences={[
						['This text', 'is replaced by the original in a new draft'],
						['Your text', 'stays in the history, where you can restore it'],
						['Readers', 'see the original once you publish'],
					]}
					isGuarded={false}
					hasReason={false}
				/>
			)}
			{lesson && (
				<ActionForm action={lesson.action} id="duplicate" label="Duplicate" hidden={{ ...lesson.hidden, do: lesson.duplicate }} hasButton />
			)}
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
