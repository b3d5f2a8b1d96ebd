import { drawLessonPage } from '#content/draw-lesson-page.server.ts'
import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import type { Pages } from '#server/services/context.ts'

type LessonPage = { address: string; title: string; sectionTitle: string; moduleId: number; lessonId: string; file: string }

/** Returns the URL of a section, as its link in the module has it. */
export const sectionAddress = (moduleId: number, sectionId: string) => `${paths.courseModule(moduleId)}?section=${sectionId}`

const ofModules = ({ allTaughtModules, labelModule }: Content): LessonPage[] =>
	allTaughtModules.flatMap(({ id: moduleId, sections }) =>
		sections.flatMap(({ id, title, lessonId }) =>
			lessonId === null
				? []
				: [
						{
							address: sectionAddress(moduleId, id),
							title: `${labelModule(moduleId)}: ${title}`,
							sectionTitle: title,
							moduleId,
							lessonId,
							file: `course/module-${moduleId}/lessons/${lessonId}.md`,
						},
					],
		),
	)

const ofTracks = ({ trackLessons }: Content): LessonPage[] =>
	trackLessons.map(({ moduleId, trackId, id, title }) => ({
		address: paths.careerLesson(trackId, id),
		title,
		sectionTitle: title,
		moduleId,
		lessonId: id,
		file: `tracks/${trackId}/${id}.md`,
	}))

export const listLessonPages = (content: Content): LessonPage[] => [...ofModules(content), ...ofTracks(content)]

/** Returns the path of a previewed page; for a section, with its query parameter. */
export function readPageAddress({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string {
	const section = searchParams.get('section')
	return section === null ? pathname : `${pathname}?section=${section}`
}

/** Renders a preview page, with its lesson if the URL names a section that has one; null for an unknown section. */
export async function drawPage(pages: Pages, content: Content, address: string) {
	const found = listLessonPages(content).find((page) => page.address === address)
	if (!found && address.includes('?')) return null
	const page = await pages.draw(content, address.split('?')[0] ?? '')
	const lesson = page && found ? content.readLesson(found.moduleId, found.lessonId) : null
	return page && found && lesson ? { ...page, html: drawLessonPage(page.html, { title: found.sectionTitle, address }, lesson) } : page
}
