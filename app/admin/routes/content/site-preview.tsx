import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { Problems } from '#app/admin/ui/problems.tsx'
import { QuerySelect } from '#app/admin/ui/query-select.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readSitePreview } from '#server/console/content/read-site-preview.ts'

import { FileList } from './file-list.tsx'
import { BeforeAfter, Frames } from './frames.tsx'

export const loader = createLoader(readSitePreview)

type Loaded = Awaited<ReturnType<typeof loader>>
type Choice = NonNullable<Loaded['choice']>

const MODES = {
	edit: ['Edit', 'Click a text, price or picture to open its field in the editor. Text that you can’t click is built in.'],
	look: ['Browse', 'Links open the preview of their page.'],
	compare: ['Before and after', 'Differences are outlined.'],
} as const

const Modes = ({ choice: { mode, modes } }: { choice: Choice }) => (
	<nav aria-label="Mode" className="flex flex-wrap gap-x-6">
		{modes.map(({ is, href }) => (
			<Link key={is} to={href} aria-current={is === mode ? 'true' : undefined} className={is === mode ? 'font-semibold' : 'link'}>
				{MODES[is][0]}
			</Link>
		))}
	</nav>
)

function PageChoice({ choice, query }: { choice: Choice; query: Loaded['query'] }) {
	const { pages, shown, mode } = choice
	const listPages = (isChanged: boolean) =>
		pages.flatMap((page) => (page.isChanged === isChanged ? [[page.address, page.title || page.address] as const] : []))
	const controls = (
		<>
			<QuerySelect
				action={consolePaths.contentSite}
				label="Page"
				name="page"
				value={shown.address}
				groups={[
					['Changed by your drafts', listPages(true)],
					['Unchanged', listPages(false)],
				]}
				kept={query}
			/>
			<Modes choice={choice} />
		</>
	)
	const about = <p className="text-soft">{`${MODES[mode][1]}${shown.isChanged ? '' : ' Your drafts don’t change this page.'}`}</p>
	return shown.before === null ? (
		<Frames title={shown.address} src={shown.src} controls={controls} about={about} />
	) : (
		<>
			<div className="flex flex-wrap items-center gap-x-6 gap-y-2">{controls}</div>
			{about}
			<BeforeAfter key={shown.src} title={shown.title} before={shown.before} after={shown.src} />
		</>
	)
}

export default function SitePreviewPage() {
	const { drafts, onlyDraft, query, problems, choice } = useLoaderData<typeof loader>()
	return (
		<Page title="Site preview">
			<p>
				{onlyDraft ? (
					<>
						Every page with the draft of <Link to={fileAddress(onlyDraft.path)}>{onlyDraft.title}</Link>, before you publish it.{' '}
					</>
				) : drafts.length === 0 ? (
					'No unpublished changes, so this is the public site. '
				) : (
					'Every page with all your drafts, before you publish them. '
				)}
				Scripts and forms are off.{' '}
				{onlyDraft && (
					<>
						<Link to={consolePaths.contentSite}>Show all drafts</Link>
						{' · '}
					</>
				)}
				<Link to={consolePaths.contentPublish}>Review changes and publish</Link>
				{' · '}
				<Link to={consolePaths.contentEmails}>Email preview</Link>
			</p>
			{!onlyDraft && drafts.length > 0 && (
				<div>
					<Disclosure summary={`With ${countNoun(drafts.length, 'draft')}`}>
						<FileList files={drafts} />
					</Disclosure>
				</div>
			)}
			{problems.length > 0 && <Problems title="Fix the errors in your drafts to see the pages." problems={problems} />}
			{choice && <PageChoice choice={choice} query={query} />}
		</Page>
	)
}
