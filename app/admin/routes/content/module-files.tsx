import { StateBadge } from '#app/admin/ui/format.tsx'
import type { readEditor } from '#server/console/content/read-editor.ts'

import { FileList } from './file-list.tsx'

type ModuleFilesProps = NonNullable<Awaited<ReturnType<typeof readEditor>>['parts']>

/** Lists the texts of a module. */
const ModuleFiles = ({ heading, parts }: ModuleFilesProps) => (
	<>
		<h2>{heading}</h2>
		<FileList files={parts}>{({ isInOrigin }) => !isInOrigin && <StateBadge word="added by you" />}</FileList>
	</>
)

export default ModuleFiles
