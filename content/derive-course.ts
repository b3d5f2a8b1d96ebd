import type { GatedModule } from '#domain/gating/check-module-access.ts'
import type { Invoicing } from '#domain/invoices/invoice.ts'

import { careerCourse } from './career-course.ts'
import { renderCareerGuide } from './career-guide.ts'
import { deriveFurtherCourses, mainCourse } from './derive-further-courses.ts'
import { describeTemplate, describeWorksheet } from './describe-trial-files.ts'
import { type JsonFiles, moduleFile } from './json-files.ts'
import { lookUpCourses } from './look-up-courses.ts'
import { nameLessons } from './name-lessons.ts'
import { ContentProblem } from './parsed-files.ts'
import { pick } from './pick.ts'
import { renderDownload } from './render-download.ts'
import type { Module, ModuleSource, Section } from './schema/module.ts'
import { readSeller, readTaxCode } from './seller.ts'

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
	const courses = [mainCourse(json, gatedModules), careerCourse(json), ...deriveFurtherCourses(json)]
	const lookUps = lookUpCourses(courses)
	const { findGatedModule } = lookUps
	const allTaughtModules = [...taughtModules, ...nameAll(courses.slice(1).flatMap(({ pages }) => pages))]
	return {
		/** The main course: its pages have addresses of their own. */
		course,
		...lookUps,
		/** The modules of all courses, with the lessons of their sections. */
		allTaughtModules,
		/** Page content of the main course's modules in the order of course.json, without knowing which lessons there are. */
		modulePages,
		/** The modules of the main course in their order, with the lessons of their sections. */
		taughtModules,
		/** One module of any course. Throws if there is no such module. */
		taughtModule: (moduleId: number): Module => pick(allTaughtModules, ({ id }) => id === moduleId, `module ${moduleId}`),
		/** Modules of the main course in order, with the data their gates need. */
		gatedModules,
		/** The sections of a module; none for one whose lessons are in no section, and for a module that does not exist. */
		sectionsOf: (moduleId: number): readonly Section[] => allTaughtModules.find(({ id }) => id === moduleId)?.sections ?? [],
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

/** Derives seller and branding. @param hasOwnLogo whether the mark is the operator's */
export function deriveCompany(files: JsonFiles, hasOwnLogo: boolean) {
	const { site, brand, headingFont, bankTransfer, seller, visitSources, lifecycle, documentSizes, linkPictures } = files
	const invoicingSeller: Invoicing | null = readSeller(seller, site.supportEmail)
	return {
		site,
		/** The font of the brand, and its colors, such as `#cc3b14`, with their contrast checked. */
		brand,
		headingFont,
		/** True if the mark is the operator's: pictures drawn for the other one must not appear next to the name. */
		hasOwnLogo,
		bankTransfer,
		invoicingSeller,
		productTaxCode: readTaxCode(seller),
		/** Prefixes of invoice numbers. Credit notes to earlier invoices are made even when no new ones are. */
		numberSeries: seller.numbers,
		visitSources,
		lifecycle,
		documentSizes,
		linkPictures: linkPictures.pictures,
	}
}
