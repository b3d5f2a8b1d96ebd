import { CAREER_COURSE_ID } from '#content/career-course.ts'
import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import { coursePath, offerPath, paths } from '#contracts/paths.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { formatPrice } from '#domain/pricing/money.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

export const introduceCourse = ({ course }: Content, { id, title, description }: TaughtCourse) => ({
	id,
	title,
	description: description ?? course.list.intro,
	path: id === MAIN_COURSE_ID ? paths.modules : id === CAREER_COURSE_ID ? paths.careerPath : coursePath(id),
})

export const listCoursesBelongingTo = (content: Content, { id }: TaughtCourse) =>
	content.courses
		.filter(({ belongsTo }) => belongsTo === id)
		.map((course) => introduceCourse(content, course))
		.filter(({ path }) => !isHiddenPage(content.site, path))

/** Lists the courses that an offer opens, in full or in part, with the modules that it opens (for the career path: its lessons). */
export function listCoursesOfOffer(content: Content, code: string) {
	const contents = content.contentsOf(code)
	const opened = content.modulesIn(contents)
	return content.courses
		.flatMap((course) => {
			const modules = course.modules.filter(({ id }) => opened.has(id))
			// The career path has lessons instead of modules. They are listed if it is sold separately.
			const parts = modules.length === 0 && contents.courses.includes(course.id) ? course.trackLessons : modules
			if (parts.length === 0) return []
			const shown = parts.map(({ id, title, description, duration }) => ({ id, title, description, duration }))
			const isWhole = [course.id, course.belongsTo].some((id) => id !== null && contents.courses.includes(id))
			return [{ ...introduceCourse(content, course), modules: shown, isWhole }]
		})
		.filter(({ path }) => !isHiddenPage(content.site, path))
}

/** Lists the offers that open modules of this course: those with the whole course first, each group by price. */
export function listOffersOf(content: Content, course: TaughtCourse) {
	const { contentsOf, modulesIn, offers } = content
	const isWhole = (code: string) => contentsOf(code).courses.some((id) => id === course.id || id === course.belongsTo)
	return offers
		.filter(({ code }) => course.gatedModules.some(({ id }) => modulesIn(contentsOf(code)).has(id)))
		.toSorted((a, b) => Number(isWhole(b.code)) - Number(isWhole(a.code)) || a.amountCents - b.amountCents)
		.map(({ code, productName, description, amountCents, currency }) => ({
			path: offerPath(offers, code) ?? paths.offer,
			name: productName,
			price: formatPrice(amountCents, currency),
			text: description,
		}))
}
