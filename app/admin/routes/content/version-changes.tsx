import { Disclosure } from '#app/ui/disclosure.tsx'
import type { diffFile } from '#server/console/content/diff-edits.ts'
import type { LineDiff } from '#server/console/content/line-diff.ts'

import { Differences } from './differences.tsx'
import { FieldChanges } from './file-changes.tsx'

type VersionChangesProps = { changed: ReturnType<typeof diffFile> & { lines: LineDiff }; label: string }

/** Shows how a change looks to readers, with the line-by-line comparison collapsed. */
const VersionChanges = ({ changed, label }: VersionChangesProps) => (
	<>
		{changed.changes.length > 0 ? <FieldChanges {...changed} /> : <p className="empty">No visible changes.</p>}
		<div>
			<Disclosure summary="Compare line by line">
				<Differences diff={changed.lines} label={label} />
			</Disclosure>
		</div>
	</>
)

export default VersionChanges
