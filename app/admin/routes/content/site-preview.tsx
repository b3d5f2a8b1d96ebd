import { Form, Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Select } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSitePreview } from '#server/console/content/read-site-preview.ts'

import { FileList } from './file-list.tsx'
import { Frames } from './frames.tsx'
import { Problems } from './problems.tsx'

export const loader = load(readSitePreview)

type Choice = NonNullable<Awaited<ReturnType<typeof loader>>['choice']>

const GROUPS = [
	['Changed by the drafts', true],
	['As they are public', false],
] as const

/** What a click in the page does. */
function Modes({ choice: { mode, shown } }: { choice: Choice }) {
	const address = (params: Record<string, string>) =>
		`${consolePaths.contentSite}?${new URLSearchParams({ page: shown.address, ...params })}`
	const tabs = [
		{ is: 'edit', label: 'Edit mode', href: address({}) },
		{ is: 'look', label: 'Look mode', href: address({ mode: 'look' }) },
	] as const
	return (
		<>
			<nav aria-label="Mode" className="flex flex-wrap gap-x-6">
				{tabs.map(({ is, label, href }) => (
					<Link
						key={is}
						to={href}
						aria-current={is === mode ? 'true' : undefined}
						className={is === mode ? 'font-semibold no-underline' : ''}
					>
						{label}
					</Link>
				))}
			</nav>
			<p>
				{mode === 'edit'
					? 'Click a text, price or picture to open its field in the editor. Text that you can’t click is part of the program.'
					: 'Links lead to the preview of the page that they name.'}
			</p>
		</>
	)
}

function PageChoice({ choice }: { choice: Choice }) {
	const { pages, shown, mode } = choice
	return (
		<>
			<Form key={`${shown.address} ${mode}`} method="get" action={consolePaths.contentSite} className="filter">
				<Select id="page" name="page" label="Page" defaultValue={shown.address}>
					{GROUPS.map(([label, isChanged]) => {
						const own = pages.filter((page) => page.isChanged === isChanged)
						return (
							own.length > 0 && (
								<optgroup key={label} label={label}>
									{own.map(({ address, title }) => (
										<option key={address} value={address}>
											{`${address} · ${title}`}
										</option>
									))}
								</optgroup>
							)
						)
					})}
				</Select>
				{mode === 'look' && <input type="hidden" name="mode" value="look" />}
				<Button type="submit" variant="secondary">
					Show
				</Button>
			</Form>
			<Modes choice={choice} />
			{!shown.isChanged && <p>This page looks as it does in public.</p>}
			<Frames key={shown.src} title={shown.address} src={shown.src} />
		</>
	)
}

export default function SitePreviewPage() {
	const { drafts, problems, choice } = useLoaderData<typeof loader>()
	return (
		<Page title="Preview of the site">
			<p>
				Every page with all drafts in it, before they are public. Only operators see it. Scripts and forms are off.{' '}
				<Link to={consolePaths.contentPublish}>Review changes and publish</Link>
			</p>
			{drafts.length === 0 && <p className="empty">There are no drafts. The preview shows the public site.</p>}
			{drafts.length > 0 && (
				<div>
					<Disclosure summary={drafts.length === 1 ? 'With 1 draft' : `With ${drafts.length} drafts`}>
						<FileList files={drafts} />
					</Disclosure>
				</div>
			)}
			{problems.length > 0 && <Problems title="The drafts have errors, so their pages can’t be shown." problems={problems} />}
			{choice && <PageChoice choice={choice} />}
		</Page>
	)
}
