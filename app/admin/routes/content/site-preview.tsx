import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { QueryForm } from '#app/admin/ui/filter-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Options, Select } from '#app/ui/field.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readSitePreview } from '#server/console/content/read-site-preview.ts'

import { FileList } from './file-list.tsx'
import { BeforeAfter, Frames } from './frames.tsx'
import { Problems } from './problems.tsx'

export const loader = createLoader(readSitePreview)

type Loaded = Awaited<ReturnType<typeof loader>>
type Choice = NonNullable<Loaded['choice']>

const GROUPS = [
	['Changed by your drafts', true],
	['Unchanged', false],
] as const

const MODES = {
	edit: ['Edit', 'Click a text, price or picture to open its field in the editor. Text that you can’t click is built in.'],
	look: ['Browse', 'Links open the preview of their page.'],
	compare: ['Before and after', 'Differences are outlined.'],
} as const

const Modes = ({ choice: { mode, modes } }: { choice: Choice }) => (
	<>
		<nav aria-label="Mode" className="flex flex-wrap gap-x-6">
			{modes.map(({ is, href }) => (
				<Link key={is} to={href} aria-current={is === mode ? 'true' : undefined} className={is === mode ? 'font-semibold' : 'link'}>
					{MODES[is][0]}
				</Link>
			))}
		</nav>
		<p>{MODES[mode][1]}</p>
	</>
)

function PageChoice({ choice, query }: { choice: Choice; query: Loaded['query'] }) {
	const { pages, shown, mode } = choice
	return (
		<>
			<QueryForm key={`${shown.address} ${mode}`} action={consolePaths.contentSite} button="Show">
				<Select id="page" name="page" label="Page" defaultValue={shown.address}>
					{GROUPS.map(([label, isChanged]) => {
						const own = pages.filter((page) => page.isChanged === isChanged)
						return (
							own.length > 0 && (
								<optgroup key={label} label={label}>
									<Options options={own.map(({ address, title }) => [address, title || address])} />
								</optgroup>
							)
						)
					})}
				</Select>
				{query.mode !== null && <input type="hidden" name="mode" value={query.mode} />}
				{query.drafts !== null && <input type="hidden" name="drafts" value={query.drafts} />}
			</QueryForm>
			<Modes choice={choice} />
			{!shown.isChanged && <p>Your drafts don’t change this page.</p>}
			{shown.before === null ? (
				<Frames key={shown.src} title={shown.address} src={shown.src} />
			) : (
				<BeforeAfter key={shown.src} title={shown.title} before={shown.before} after={shown.src} />
			)}
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
				) : (
					'Every page with all your drafts, before you publish them. '
				)}
				Only operators see it. Scripts and forms are off.{' '}
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
			{drafts.length === 0 && <p className="empty">No unpublished changes. The preview shows the public site.</p>}
			{!onlyDraft && drafts.length > 0 && (
				<div>
					<Disclosure summary={drafts.length === 1 ? 'With 1 draft' : `With ${drafts.length} drafts`}>
						<FileList files={drafts} />
					</Disclosure>
				</div>
			)}
			{problems.length > 0 && <Problems title="Fix the errors in your drafts to see the pages." problems={problems} />}
			{choice && <PageChoice choice={choice} query={query} />}
		</Page>
	)
}
