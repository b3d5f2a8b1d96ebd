import { useEffect, lazy, Suspense } from 'react'
import { Link, useFetcher, useLoaderData, useLocation, useRevalidator, useSearchParams } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { repeatsFieldErrors } from '#app/admin/ui/action-form.tsx'
import { StateBadge } from '#app/admin/ui/format.tsx'
import { ActionMenu, DANGER_ITEM_CLASSES, MENU_ITEM_CLASSES, useClosing } from '#app/admin/ui/menu.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { consolePaths, fileAddress, hiddenPagesAddress } from '#contracts/console-paths.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { type Outline, type OutlineModule, readCourse, type TracksOutline } from '#server/console/outline/read-outline.ts'
import type { FormFailure } from '#server/console/shell/visit.ts'

import { OutlineRow, OUTLINE_ENTRY, OUTLINE_LIST, type PartListProps, PartLink, OUTLINE_ROW_CLASSES } from './outline-row.tsx'
import { RemovedParts, RemovePart } from './remove-part.tsx'
import { OutlineFailure } from './row-fields.tsx'
import { setModulesFolded, useExpandedModules, useExpandByUrl } from './use-unfolded.ts'

/** Lists the tracks. Their order can't be changed, because their pages and quiz depend on it. */
const TrackList = ({ outline, ownerTitle }: { outline: TracksOutline & { isOff: boolean }; ownerTitle: string }) => (
	<section className="grid gap-4" aria-label={outline.title}>
		<h2>
			{outline.title} {outline.isOff && <StateBadge word="off" />}
		</h2>
		{outline.isOff && (
			<p>
				Its page is turned off in <Link to={hiddenPagesAddress}>Settings › Site pages</Link>.
			</p>
		)}
		<p>Part of {ownerTitle}: everyone with access to that course can open these tracks, too.</p>
		<ol className={OUTLINE_LIST} aria-label={`Tracks of ${outline.title}`}>
			{outline.tracks.map(({ id, title, lessons }) => (
				<li key={id} className={OUTLINE_ENTRY}>
					<div className={OUTLINE_ROW_CLASSES}>
						<PartLink part={{ title, path: outline.path, state: outline.state }} />
					</div>
					<ol className={OUTLINE_LIST} aria-label={`Lessons of ${title}`}>
						{lessons.map((lesson) => (
							<li key={lesson.id} className={OUTLINE_ENTRY}>
								<div className={OUTLINE_ROW_CLASSES}>
									<PartLink part={lesson} />
								</div>
							</li>
						))}
					</ol>
				</li>
			))}
		</ol>
		<p>
			<Link to={fileAddress(outline.path)}>Edit the tracks</Link>
		</p>
	</section>
)

const SortableParts = lazy(() => import('./sortable-parts.tsx'))

const FixedParts = ({ label, parts, row }: PartListProps) => (
	<ol className={OUTLINE_LIST} aria-label={label}>
		{parts.map((part, index) => (
			<li key={part.id} className={OUTLINE_ENTRY}>
				{row(part, index)}
			</li>
		))}
	</ol>
)

/** List of parts. Dragging works once its library has loaded; the buttons work immediately. */
function PartList(props: PartListProps) {
	const fixed = <FixedParts {...props} />
	if (!useHydrated()) return fixed
	return (
		<Suspense fallback={fixed}>
			<SortableParts {...props} />
		</Suspense>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'

export const loader = createLoader(readCourse)

type Fetcher = ReturnType<typeof useFetcher<{ failure?: FormFailure }>>

const toFormId = ({ path }: Outline) => `outline-${path.replaceAll(/[^a-z0-9]+/g, '-')}`

/** Base versions, which every form of the outline submits to detect conflicting edits. */
const basesOf = ({ path, base, modules }: Outline): Record<string, string> => ({
	course: path,
	base,
	...Object.fromEntries(modules.map((module) => [`base-${module.id}`, module.base])),
})

function useHidden(outline: Outline): Record<string, string> {
	const { formToken } = useConsole()
	const { pathname, search } = useLocation()
	return { ...basesOf(outline), form_token: formToken, form_id: toFormId(outline), form_page: pathname + search }
}

/** Returns the parts in their new order while it is being saved, otherwise as loaded. */
function orderOf<T extends { id: string | number }>(parts: readonly T[], fetcher: Fetcher, what: string): readonly T[] {
	const order = fetcher.formData?.get('do') === what ? fetcher.formData.get('order') : null
	if (typeof order !== 'string') return parts
	const ids = order.split(',')
	return parts.toSorted((one, other) => ids.indexOf(String(one.id)) - ids.indexOf(String(other.id)))
}

type ListProps = { outline: Outline; fetcher: Fetcher; send: (what: string, ids: readonly string[]) => void }

function Lessons({ module, outline: { path, modules }, fetcher, send }: { module: OutlineModule } & ListProps) {
	const what = `lessons-order ${module.id}`
	return (
		<PartList
			label={`Lessons of ${module.title}`}
			parts={orderOf(module.lessons, fetcher, what)}
			onOrder={(ids) => send(what, ids)}
			row={(part, index, handle) => (
				<OutlineRow
					part={part}
					course={path}
					kind="lesson"
					name={`${module.id} ${part.id}`}
					modules={modules}
					isFirst={index === 0}
					isLast={index === module.lessons.length - 1}
					handle={handle}
				/>
			)}
		/>
	)
}

const ADD = 'inline-flex min-h-9 items-center gap-2 rounded-sm px-3 text-soft no-underline hover:bg-raised hover:text-ink'

function Modules({ outline, fetcher, send }: ListProps) {
	const modules = orderOf(outline.modules, fetcher, 'modules-order')
	const { isKnown, isFolded } = useExpandedModules()
	return (
		<PartList
			label={`Modules of ${outline.title}`}
			parts={modules.map((module) => ({ ...module, id: String(module.id) }))}
			onOrder={(ids) => send('modules-order', ids)}
			row={(part, index, handle) => {
				const module = modules[index]
				return (
					<>
						<OutlineRow
							part={part}
							course={outline.path}
							kind="module"
							name={part.id}
							isFirst={index === 0}
							isLast={index === modules.length - 1}
							handle={handle}
							{...(module && {
								lessons: module.lessons.length,
								fold: { isFolded: isFolded(module.id), toggle: () => setModulesFolded([module.id], !isFolded(module.id)) },
							})}
						/>
						{module && (
							<div hidden={isFolded(module.id)} id={`lessons-${module.id}`} className={isKnown ? '' : 'not-noscript:hidden'}>
								<Lessons module={module} outline={outline} fetcher={fetcher} send={send} />
								<p className="mb-2 ml-19 py-1">
									<Link to={`${consolePaths.contentBegin}/lesson?module=${module.id}`} className={ADD}>
										<span aria-hidden="true">+</span> New lesson
									</Link>
								</p>
							</div>
						)}
					</>
				)
			}}
		/>
	)
}

function OutlineForm({ outline }: { outline: Outline }) {
	const fetcher = useFetcher<{ failure?: FormFailure }>()
	const { failure: ofDocument } = useConsole()
	const { revalidate } = useRevalidator()
	const hidden = useHidden(outline)
	const sent = fetcher.data?.failure
	useEffect(() => {
		if (sent) void revalidate()
	}, [sent, revalidate])
	const failure = sent ?? (ofDocument?.form === toFormId(outline) ? ofDocument : null)
	const shown = fetcher.state === 'idle' ? failure : null
	const send = (what: string, ids: readonly string[]) =>
		void fetcher.submit(
			{ ...hidden, do: what, order: ids.join(',') },
			{ method: 'post', action: consolePaths.course, preventScrollReset: true },
		)
	return (
		<fetcher.Form method="post" action={consolePaths.course} id={toFormId(outline)} className="grid gap-4" preventScrollReset>
			{Object.entries(hidden).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{shown && !repeatsFieldErrors(shown) && (
				<Callout role="alert" tone="danger">
					{shown.message}
				</Callout>
			)}
			<OutlineFailure value={shown}>
				<Modules outline={outline} fetcher={fetcher} send={send} />
			</OutlineFailure>
		</fetcher.Form>
	)
}

const partsOf = ({ modules }: Outline) =>
	modules.flatMap((module) => [
		{ key: `module ${module.id}`, title: module.title },
		...module.lessons.map(({ id, title }) => ({ key: `lesson ${module.id} ${id}`, title })),
	])

const isRemovedFrom = (outline: Outline, { target, course }: { target: string; course: string }) =>
	target === 'samples' ? course === outline.path : partsOf(outline).some(({ key }) => key === target)

/** Button that folds or unfolds all modules of a course. */
function FoldAll({ modules }: Pick<Outline, 'modules'>) {
	const { isFolded } = useExpandedModules()
	const ids = modules.map(({ id }) => id)
	const areFolded = ids.every(isFolded)
	if (!useHydrated() || ids.length < 2) return null
	return (
		<Button variant="quiet" onClick={() => setModulesFolded(ids, !areFolded)}>
			{areFolded ? 'Unfold all' : 'Fold all'}
		</Button>
	)
}

const CourseHead = ({ outline: { title, path, modules, belongsTo, hasSamples } }: { outline: Outline }) => (
	<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
		<h2 className="me-auto">{title}</h2>
		<FoldAll modules={modules} />
		<LinkButton to={`${consolePaths.contentBegin}/module?course=${encodeURIComponent(path)}`} variant="secondary">
			New module
		</LinkButton>
		<div>
			<ActionMenu summary="More">
				<Link to={fileAddress(path)} className={MENU_ITEM_CLASSES}>
					Course settings
				</Link>
				{belongsTo === null && (
					<Link to={`${consolePaths.contentBegin}/offer`} className={MENU_ITEM_CLASSES}>
						Add an offer
					</Link>
				)}
				{hasSamples && (
					<Link to={`?remove=samples&course=${encodeURIComponent(path)}#remove`} preventScrollReset className={DANGER_ITEM_CLASSES}>
						Remove all sample lessons
					</Link>
				)}
			</ActionMenu>
		</div>
	</div>
)

export default function CoursePage() {
	const { outlines, tracks, removal, removed } = useLoaderData<typeof loader>()
	useExpandByUrl()
	const [searchParams] = useSearchParams()
	const menus = useClosing(['rename', 'duplicate', 'remove'].map((name) => searchParams.get(name)).join())
	const titleOf = (id: string) => outlines.find((outline) => outline.id === id)?.title ?? id
	return (
		<Page
			title="Course"
			beside={
				<LinkButton to={`${consolePaths.contentBegin}/course`} variant="secondary">
					New course
				</LinkButton>
			}
		>
			<p>
				Drag modules and lessons to reorder them, or use “⋯”. Each change is a draft until you{' '}
				<Link to={consolePaths.contentPublish}>publish</Link> it.
			</p>
			<div ref={menus} className="grid min-w-0 gap-8">
				{outlines.map((outline) => (
					<section key={outline.path} className="grid gap-4" aria-label={outline.title}>
						<CourseHead outline={outline} />
						{outline.belongsTo !== null && (
							<p>Part of {titleOf(outline.belongsTo)}: everyone with access to that course can open this one, too.</p>
						)}
						{removal && isRemovedFrom(outline, removal) && <RemovePart removal={removal} hidden={basesOf(outline)} />}
						<OutlineForm outline={outline} />
					</section>
				))}
			</div>
			<TrackList outline={tracks} ownerTitle={titleOf(MAIN_COURSE_ID)} />
			{removed.length > 0 && <RemovedParts removed={removed} />}
		</Page>
	)
}
