import type { GatedModule } from '#domain/gating/check-module-access.ts'
import type { Invoicing } from '#domain/invoices/invoice.ts'

import { careerCourse } from './career-course.ts'
import { renderCareerGuide } from './career-guide.ts'
import { deriveFurtherCourses, mainCourse } from './derive-further-courses.ts'
import { requireItem } from './derive-words.ts'
import { describeTemplate, describeWorksheet } from './describe-trial-files.ts'
import { prepareHeadingFont } from './heading-font-face.ts'
import { type JsonFiles, moduleFile } from './json-files.ts'
import { createCourseLookUps } from './look-up-courses.ts'
import { nameLessons } from './name-lessons.ts'
import { ContentProblem } from './parsed-files.ts'
import { renderDownload } from './render-download.ts'
import type { Module, ModuleSource, Section } from './schema/module.ts'
import { readSeller, readTaxCode } from './seller.ts'

/** @param files paths of all content files */
export function deriveCourse(json: JsonFiles, files: readonly string[]) {
	const { course, modules } = json
	for (const [index, { id }] of course.modules.entries()) {
		const page = modules[index]
		if (page && page.id !== id)
			throw new ContentProblem([{ file: moduleFile(id), line: 1, message: `id: is ${page.id}, but the folder’s number is ${id}` }])
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
	const lookUps = createCourseLookUps(courses)
	const { findGatedModule } = lookUps
	const allTaughtModules = [...taughtModules, ...nameAll(courses.slice(1).flatMap(({ pages }) => pages))]
	return {
		course,
		...lookUps,
		/** Modules of all courses, with the lessons of their sections. */
		allTaughtModules,
		/** Page content of the main course's modules, in course order, without lessons. */
		modulePages,
		/** Modules of the main course, in course order, with the lessons of their sections. */
		taughtModules,
		/** @throws Error if there is no such module */
		taughtModule: (moduleId: number): Module => requireItem(allTaughtModules, ({ id }) => id === moduleId, `module ${moduleId}`),
		/** Modules of the main course, in course order, with what each requires before it opens. */
		gatedModules,
		/** Returns a module's sections; none for an unknown module, or if its lessons aren't in sections. */
		sectionsOf: (moduleId: number): readonly Section[] => allTaughtModules.find(({ id }) => id === moduleId)?.sections ?? [],
		/** @throws Error if there is no such module */
		gatedModule: (moduleId: number): GatedModule => {
			const found = findGatedModule(moduleId)
			if (!found) throw new Error(`There is no module ${moduleId}`)
			return found
		},
	}
}

export function deriveTools(files: JsonFiles) {
	const { careerPath, careerQuiz, planner, disclaimers, trialTemplate, trialWorksheet } = files
	const { sections, goals, successTips } = trialTemplate
	return {
		careerPath,
		careerQuiz,
		/** Downloadable career guides, in the order of the tracks. */
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

/** @param hasOwnLogo true if the operator has replaced the logo */
export function deriveCompany(files: JsonFiles, hasOwnLogo: boolean) {
	const { site, brand, headingFont, bankTransfer, seller, visitSources, lifecycle, documentSizes, linkPictures } = files
	const invoicingSeller: Invoicing | null = readSeller(seller, site.supportEmail)
	return {
		site,
		/** Heading font, and brand colors such as `#cc3b14` with their contrast checked. */
		brand,
		headingFont,
		headingFace: () => prepareHeadingFont(headingFont),
		/** True if the operator has their own logo. Pictures that contain the default one must then not be shown with the academy's name. */
		hasOwnLogo,
		bankTransfer,
		invoicingSeller,
		productTaxCode: readTaxCode(seller),
		/** Prefixes of invoice numbers. Needed even if invoicing is off: refunds of earlier invoices create credit notes. */
		numberSeries: seller.numbers,
		visitSources,
		lifecycle,
		documentSizes,
		linkPictures: linkPictures.pictures,
	}
}
