import { Form, Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Reloading } from '#app/admin/ui/reloading.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Select } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSitePreview } from '#server/console/content/read-site-preview.ts'

import { FileList } from './file-list.tsx'
import { Frames } from './frames.tsx'
import { Problems } from './problems.tsx'

export const loader = load(readSitePreview)

type Preview = NonNullable<Awaited<ReturnType<typeof loader>>['preview']>
type Choice = NonNullable<Preview['choice']>

const RUNNING: Partial<Record<Preview['step'], string>> = { checking: 'Checking every file …', building: 'Building the pages …' }

const GROUPS = [
	['Changed by the drafts', true],
	['As they are public', false],
] as const

function PageChoice({ choice: { pages, shown } }: { choice: Choice }) {
	return (
		<>
			<Form key={shown.address} method="get" action={consolePaths.contentSite} className="filter">
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
				<Button type="submit" variant="secondary">
					Show
				</Button>
			</Form>
			{!shown.isChanged && <p>This page looks as it does in public.</p>}
			<Frames key={shown.src} title={shown.address} src={shown.src} />
		</>
	)
}

function Finished({ preview: { step, problems, isCurrent, begunAt, drafts } }: { preview: Preview }) {
	return (
		<>
			{step === 'failed' && <Problems title="The pages could not be built. Nothing public has changed." problems={problems} />}
			{!isCurrent && <Callout role="status">Something was saved since. Build it again to see that, too.</Callout>}
			<p>
				{'As of '}
				<Time at={begunAt} />
				{drafts.length === 0 && '. It has no drafts: the pages are as they are public'}.
			</p>
			{drafts.length > 0 && (
				<div>
					<Disclosure summary={drafts.length === 1 ? 'With 1 draft' : `With ${drafts.length} drafts`}>
						<FileList files={drafts} />
					</Disclosure>
				</div>
			)}
		</>
	)
}

export default function SitePreviewPage() {
	const { isHeld, preview } = useLoaderData<typeof loader>()
	const running = preview && RUNNING[preview.step]
	const isIdle = !isHeld && !running
	return (
		<Page title="Preview of the site">
			<p>
				Every page with all drafts in it, before they are public. Only the console shows it. Scripts and forms are off.{' '}
				<Link to={consolePaths.contentPublish}>Review changes and publish</Link>
			</p>
			{isHeld && <Callout role="status">A publication is running. No preview is built until it ends.</Callout>}
			{running && <Callout role="status">{`${running} This page updates automatically.`}</Callout>}
			{!isIdle && <Reloading />}
			{preview === null && (
				<p className="empty">There is no preview now. One is built when a draft is saved, and kept for an hour or until it is published.</p>
			)}
			{preview !== null && !running && <Finished preview={preview} />}
			{isIdle && (
				<ActionForm
					action={consolePaths.contentSite}
					label={preview ? 'Build again' : 'Preview the site with all drafts'}
					tone={preview?.isCurrent ? 'secondary' : 'primary'}
				/>
			)}
			{preview?.choice && <PageChoice choice={preview.choice} />}
		</Page>
	)
}

export { action } from '#app/admin/routes/action.tsx'
