import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readVersionPage } from '#server/console/content/read-history.ts'

import VersionChanges from './version-changes.tsx'

export const loader = createLoader(readVersionPage)

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
			<VersionChanges changed={changed} label="From the previous version to this one" />
			{restore === null ? (
				<p>This is the newest version.</p>
			) : (
				<>
					<h2>What restoring it changes</h2>
					<VersionChanges changed={restore} label="From the newest version to this one" />
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
