import type { Content } from '#content/load-content.server.ts'
import type { CourseContents } from '#domain/gating/course-contents.ts'

/** Number of sections of a product, as the refund rule counts them. */
export const countSections = ({ modulesIn, sectionsOf }: Content, contents: CourseContents): number =>
	[...modulesIn(contents)].flatMap(sectionsOf).length
