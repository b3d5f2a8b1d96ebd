import { Link } from 'react-router'

import { fileAddress } from '#contracts/console-paths.ts'
import type { FileDiff } from '#server/console/content/diff-edits.ts'

import { Differences } from './differences.tsx'

/** How files differ, one after another. */
export const FileChanges = ({ changes, empty }: { changes: readonly FileDiff[]; empty: string }) =>
	changes.length === 0 ? (
		<p className="empty">{empty}</p>
	) : (
		changes.map(({ path, title, diff }) => (
			<section key={path} className="grid gap-2">
				<h3>
					<Link to={fileAddress(path)}>{title}</Link> <small className="font-normal text-soft">{path}</small>
				</h3>
				<Differences diff={diff} label={`Changes to ${title}`} />
			</section>
		))
	)
