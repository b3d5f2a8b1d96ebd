import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readVersionPage } from '#server/console/content/read-history.ts'

import { Differences } from './differences.tsx'
import { FieldChanges } from './file-changes.tsx'

export const loader = load(readVersionPage)

type Changed = Pick<Awaited<ReturnType<typeof loader>>['changed'], 'changes' | 'more' | 'lines'>

/** Shows how a change looks to readers, with the line-by-line comparison collapsed. */
const Changes = ({ changed, label }: { changed: Changed; label: string }) => (
	<>
		{changed.changes.length > 0 ? <FieldChanges {...changed} /> : <p className="empty">No changes that readers can see.</p>}
		<div>
			<Disclosure summary="Compare line by line">
				<Differences diff={changed.lines} label={label} />
			</Disclosure>
		</div>
	</>
)

export default function VersionPage() {
	const { id, file, savedAt, changed, restore, text } = useLoaderData<typeof loader>()
	return (
		<Page title={`Version of ${file.title}`}>
			<p>
				<Link to={fileAddress(file.path, consolePaths.contentHistory)}>{`History of ${file.title}`}</Link>
				{' · saved '}
				<Time at={savedAt} />
			</p>
			<h2>Changes in this version</h2>
			<Changes changed={changed} label="From the previous version to this one" />
			{restore === null ? (
				<p>This is the newest version.</p>
			) : (
				<>
					<h2>What restoring it changes</h2>
					<Changes changed={restore} label="From the newest version to this one" />
					<ActionForm
						action={`${consolePaths.contentVersions}/${id}`}
						label="Restore this version"
						hidden={{ base: restore.base }}
						note="This version becomes the newest draft. The others stay in the history."
					/>
				</>
			)}
			<div>
				<Disclosure summary="Full text">
					<pre className="message-text">{text}</pre>
				</Disclosure>
			</div>
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
