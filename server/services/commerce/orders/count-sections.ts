import type { Content } from '#content/load-content.server.ts'
import type { CourseContents } from '#domain/gating/course-contents.ts'

/** Counts the sections of a product, for the refund rule. */
export const countSections = ({ modulesIn, sectionsOf }: Content, contents: CourseContents): number =>
	[...modulesIn(contents)].flatMap(sectionsOf).length
