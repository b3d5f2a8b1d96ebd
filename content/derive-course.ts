import { CAREER_PATH, CAREER_PATH_ID } from '#domain/gating/check-lesson-access.ts'
import { findModule, type GatedModule, MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { type CourseContents, courseIdOf, opensModule } from '#domain/gating/course-contents.ts'
import type { Invoicing } from '#domain/invoices/invoice.ts'

import { renderCareerGuide } from './career-guide.ts'
import { deriveFurtherCourses, mainCourse, type TaughtCourse } from './derive-further-courses.ts'
import { describeTemplate, describeWorksheet } from './describe-trial-files.ts'
import { type JsonFiles, moduleFile } from './json-files.ts'
import { nameLessons } from './name-lessons.ts'
import { ContentProblem } from './parsed-files.ts'
import { pick } from './pick.ts'
import { renderDownload } from './render-download.ts'
import type { Module, ModuleSource } from './schema/module.ts'
import { readSeller, readTaxCode } from './seller.ts'

const LIBRARY_OF_MAIN: CourseContents = { courses: [MAIN_COURSE_ID], modules: [] }

/** The main course, the further ones, and lookups over the modules of all. @param files paths of all files of the content */
export function deriveCourse(json: JsonFiles, files: readonly string[]) {
	const { course, modules } = json
	for (const [index, { id }] of course.modules.entries()) {
		const page = modules[index]
		if (page && page.id !== id) throw new ContentProblem([{ file: moduleFile(id), line: 1, message: `id: calls itself module ${page.id}` }])
	}
	const modulePages: readonly ModuleSource[] = modules
	const nameAll = (pages: readonly ModuleSource[]): readonly Module[] => pages.map((page) => nameLessons(page, files))
	const taughtModules = nameAll(modulePages)
	const gatedModules: readonly GatedModule[] = course.modules.map(({ id, gate, free }) => ({
		id,
		requires: gate?.requires ?? null,
		isFree: free === true,
	}))
	const courses: readonly TaughtCourse[] = [mainCourse(json, gatedModules), ...deriveFurtherCourses(json)]
	const allPages = courses.flatMap(({ pages }) => pages)
	const allTaughtModules = [...taughtModules, ...nameAll(courses.slice(1).flatMap(({ pages }) => pages))]
	const allGatedModules = courses.flatMap((each) => each.gatedModules)
	const findGatedModule = (value: number | string): GatedModule | null => findModule(allGatedModules, value)
	const courseById = (id: string): TaughtCourse | null => courses.find((each) => each.id === id) ?? null
	const nameModule = (moduleId: number): string => {
		const { title } = pick(allPages, ({ id }) => id === moduleId, `module ${moduleId}`)
		const further = courses.slice(1).find(({ modules: own }) => own.some(({ id }) => id === moduleId))
		return further ? `${further.title}: ${title}` : `Module ${moduleId}: ${title}`
	}
	/** What opens a document: the courses and modules that bring it along; one that none brings along comes with the main course. */
	const openersOf = (slug: string): CourseContents => {
		const bringing = courses.flatMap(({ id, templates }) =>
			templates.filter(({ slugs }) => slugs.includes(slug)).map(({ moduleId }) => ({ id, moduleId })),
		)
		if (bringing.length === 0) return LIBRARY_OF_MAIN
		return { courses: [...new Set(bringing.map(({ id }) => id))], modules: bringing.map(({ moduleId }) => moduleId) }
	}
	return {
		/** The main course: its pages have addresses of their own. */
		course,
		/** All courses, the main one first. */
		courses,
		courseById,
		/** The course that a module belongs to. Throws when there is no such module. */
		courseOf: (moduleId: number): TaughtCourse => {
			const module = moduleId === CAREER_PATH_ID ? CAREER_PATH : findGatedModule(moduleId)
			return pick(courses, ({ id }) => module !== null && id === courseIdOf(module), `course with module ${moduleId}`)
		},
		/** Pages of the modules of all courses, the main one first. */
		allModulePages: allPages,
		/** How lists name a module: by its number in the main course, by its course in another. */
		nameModule,
		/** Numbers of the modules that a product opens; what is gone from the content is left out. */
		modulesIn: ({ courses: wanted, modules: single }: CourseContents): ReadonlySet<number> =>
			new Set(allGatedModules.filter((module) => opensModule({ courses: wanted, modules: single }, module)).map(({ id }) => id)),
		openersOf,
		/** The modules of all courses, with the lessons of their sections. */
		allTaughtModules,
		allGatedModules,
		/** Page content of the main course's modules in the order of course.json, without knowing which lessons there are. */
		modulePages,
		/** Page content of one module of any course. Throws when there is no such module. */
		modulePage: (moduleId: number): ModuleSource => pick(allPages, ({ id }) => id === moduleId, `module ${moduleId}`),
		/** The modules of the main course in their order, with the lessons of their sections. */
		taughtModules,
		/** One module of any course. Throws when there is no such module. */
		taughtModule: (moduleId: number): Module => pick(allTaughtModules, ({ id }) => id === moduleId, `module ${moduleId}`),
		/** The modules of the main course in their order, with what their gates need to know. */
		gatedModules,
		/** The one of any course that a number or a piece of a URL names, or null. */
		findGatedModule,
		/** The module, or the career path, whose lessons a number or a piece of a URL names, or null. */
		findLessonHome: (value: number | string): GatedModule | null => findModule([...allGatedModules, CAREER_PATH], value),
		/** One that the course has. Throws when it does not. */
		gatedModule: (moduleId: number): GatedModule => {
			const found = findGatedModule(moduleId)
			if (!found) throw new Error(`There is no module ${moduleId}`)
			return found
		},
	}
}

/** Career path, free trial and planner. */
export function deriveTools(files: JsonFiles) {
	const { careerPath, careerQuiz, planner, disclaimers, trialTemplate, trialWorksheet } = files
	const { sections, goals, successTips } = trialTemplate
	return {
		careerPath,
		careerQuiz,
		/** One downloadable guide per track, in the order of the tracks. */
		careerGuides: careerPath.tracks.map((track) => renderCareerGuide(track, disclaimers.incomeNoteLong)),
		freeTrial: {
			page: files.trialPage,
			quiz: files.trialQuiz,
			streams: files.trialStreams,
			template: trialTemplate,
			worksheet: trialWorksheet,
			templateFile: renderDownload(describeTemplate(trialTemplate)),
			worksheetFile: renderDownload(describeWorksheet(trialWorksheet)),
		},
		planner: { words: planner, days: sections, goals, successTips },
	}
}

/** Who sells and how the site looks. @param hasOwnLogo whether the mark is the operator's */
export function deriveCompany(files: JsonFiles, hasOwnLogo: boolean) {
	const { site, brand, headingFont, bankTransfer, seller, visitSources, lifecycle, documentSizes, linkPictures } = files
	const invoicingSeller: Invoicing | null = readSeller(seller, site.supportEmail)
	return {
		site,
		/** The font of the brand, and its colors, such as `#cc3b14`, with their contrast checked. */
		brand,
		headingFont,
		/** Whether the mark is the operator's: what was drawn for the other one must not stand next to the name. */
		hasOwnLogo,
		/** Where buyers send money by bank transfer. */
		bankTransfer,
		invoicingSeller,
		productTaxCode: readTaxCode(seller),
		/** What numbers begin with. Credit notes to earlier invoices are made even when no new ones are. */
		numberSeries: seller.numbers,
		visitSources,
		lifecycle,
		documentSizes,
		linkPictures: linkPictures.pictures,
	}
}
