import { Link } from 'react-router'

import { consolePaths } from '#contracts/console-paths.ts'
import type { readEditor } from '#server/console/content/read-editor.ts'

import { Differences } from './differences.tsx'

type Diffs = NonNullable<Awaited<ReturnType<typeof readEditor>>['diffs']>

/** Compares a text line by line with its public version and with the original. */
export default function TextDifferences({ diffs: { draft, origin, upgrade } }: { diffs: Diffs }) {
	return (
		<>
			{draft && (
				<>
					<h2>Unpublished changes</h2>
					<Differences diff={draft} label="From the public version to this draft" />
					<p>
						<Link to={consolePaths.contentPublish}>Review changes and publish</Link>
					</p>
				</>
			)}
			{origin && (
				<>
					<h2>Changes from the original</h2>
					<Differences diff={origin} label="From the original to the newest version" />
				</>
			)}
			{upgrade && (
				<>
					<h2>What an upgrade changed in the original</h2>
					<p>Your version is based on an older original and doesn’t change. Copy any of these lines you want.</p>
					<Differences diff={upgrade} label="From the older original to the newer one" />
				</>
			)}
		</>
	)
}
