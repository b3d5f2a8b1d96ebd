import { SanitizedHtml } from '#app/ui/raw-html.tsx'

import type { SectionAddress } from './lesson-api.ts'
import { LoadedBody } from './loaded-body.tsx'
import { useSectionText } from './use-lesson.ts'

/** The text of a section without a lesson, from the server: the policy decides who reads it. */
export function SectionText({ section }: { section: SectionAddress }) {
	return (
		<LoadedBody query={useSectionText(section)} what="section">
			{({ bodyHtml }) => <SanitizedHtml className="prose" html={bodyHtml} />}
		</LoadedBody>
	)
}
