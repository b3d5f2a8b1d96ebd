import { findAddressConflicts, parseOwnPage } from '#content/own-pages.ts'
import { printScalar } from '#content/rewrite-yaml.ts'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { coursePath } from '#contracts/paths.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { decimalOf, parseAmount } from '#domain/pricing/money.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireAll } from '#server/kernel/require-all.ts'

import { type NewDraft, refuseField, requireSlug, requireTextFields } from './begin-fields.ts'
import { beginModule, readCourseOfModule, nextModuleId } from './begin-module.ts'
import { recountLessons } from './count-lessons.ts'
import { composeSampleLesson, composeSampleCourse, composeSampleModule } from './draft-course.ts'
import { listKnownValues, nameOptions } from './field-words.ts'
import { listShippedPaths } from './files.ts'
import { fieldElementId } from './json-form.ts'
import { parseOfferContents, listContents, listModules } from './offer-contents.ts'
import { planDrafts } from './plan-release.ts'
import { faultsOf } from './read-editor.ts'
import { readNewest, readNewestText, saveLatestDraft, saveValue } from './save-begun.ts'
import { readNewestAndLive, listLatestVersions } from './versions.ts'

const FIRST_LESSON = { id: 'first-lesson', title: 'First Lesson' }

/**
 * Creates a course with one module and one lesson. With an `owner`, the new course belongs to that course.
 * @throws ServiceError begin_invalid (422), content_changed (409)
 */
async function beginCourse(request: ConsoleActionRequest, fields: Fields): Promise<NewDraft> {
	const { ctx } = request
	const { title } = requireTextFields(fields, { title: 'a title' })
	const id = requireSlug('address', (fields.address ?? '').trim() || title)
	const paths = (await listLatestVersions(ctx.db)).map(({ path }) => path)
	const file = `courses/${id}.json`
	if (id === MAIN_COURSE_ID || id === ctx.content.course.code || ctx.content.courseById(id) || paths.includes(file))
		throw refuseField('address', 'Another course has this address. Choose a different one.')
	const owner = fields.owner ?? ''
	if (owner !== '' && ctx.content.courseById(owner)?.belongsTo !== null)
		throw refuseField('owner', 'Choose a course that’s sold on its own.')
	const moduleId = await nextModuleId(request)
	const folder = `course/module-${moduleId}`
	await saveLatestDraft(request, { path: file, text: composeSampleCourse({ title, moduleId, owner }) })
	const back = { label: 'Back to the Course', href: coursePath(id) }
	const module = { moduleId, title: 'First Module', minutes: '60', back, lesson: FIRST_LESSON }
	await saveLatestDraft(request, { path: `${folder}/module.json`, text: composeSampleModule(module) })
	await saveLatestDraft(request, {
		path: `${folder}/lessons/${FIRST_LESSON.id}.md`,
		text: composeSampleLesson(FIRST_LESSON.title, '20 minutes'),
	})
	return { path: file, address: `${consolePaths.course}?notice=course-begun#module-${moduleId}` }
}

const OFFERS = 'offers.json'

type ArticleHead = Readonly<Record<'title' | 'excerpt' | 'author' | 'date' | 'category', string>>

const articleText = ({ title, excerpt, author, date, category }: ArticleHead, related: readonly string[]) => `---
title: ${printScalar(title)}
excerpt: ${printScalar(excerpt)}
author: ${printScalar(author)}
date: ${date}
category: ${printScalar(category)}
art: desk
related:
${related.map((id) => `  - ${id}`).join('\n')}
---

## Sample heading

Sample text: write the article here.
`

const pageText = ({ title, summary, address }: Readonly<Record<'title' | 'summary' | 'address', string>>) => `---
title: ${printScalar(title)}
summary: ${printScalar(summary)}
address: ${address}
isPublic: true
isInFooter: true
isIndexed: true
---

Sample text: write the page here.
`

async function beginLesson(request: ConsoleActionRequest, fields: Fields): Promise<NewDraft> {
	const { title, duration, summary } = requireTextFields(fields, {
		title: 'a title',
		duration: 'how long it takes',
		summary: 'what it is about',
	})
	const module = (await listModules(request)).find(({ id }) => String(id) === fields.module)
	if (!module) throw refuseField('module', 'Choose a module.')
	const id = requireSlug('title', title)
	const path = `course/module-${module.id}/lessons/${id}.md`
	const modulePath = `course/module-${module.id}/module.json`
	const { value } = await readNewest(request, modulePath)
	const sections = value.sections as { id: string; lessonId?: string | null }[]
	if (sections.some((section) => section.id === id || section.lessonId === id))
		throw refuseField('title', 'This module already has a lesson with that title.')
	if (listShippedPaths().includes(path) || (await readNewestAndLive(request.ctx.db, path)).newest)
		throw refuseField(
			'title',
			'A lesson with that title was removed from this module. Choose another title, or restore an earlier version of the module.',
		)
	await saveLatestDraft(request, { path, text: composeSampleLesson(title, duration) })
	const listed = [...sections, { id, title, summary }]
	await saveValue(request, { path: modulePath, becauseOf: path }, (whole) => recountLessons({ sections }, { ...whole, sections: listed }))
	return { path, address: fileAddress(path) }
}

async function beginArticle(request: ConsoleActionRequest, fields: Fields): Promise<NewDraft> {
	const { title, ...typed } = requireTextFields(fields, {
		title: 'a title',
		excerpt: 'what it is about',
		author: 'who wrote it',
		category: 'a category',
	})
	const path = `articles/${requireSlug('title', title)}.md`
	if (request.ctx.content.articles.some(({ id }) => `articles/${id}.md` === path))
		throw refuseField('title', 'An article with that title already exists.')
	const { edits } = await planDrafts(request.ctx)
	const kept = request.ctx.content.articles.filter(({ id }) => edits[`articles/${id}.md`] !== '')
	const related = kept.slice(0, 2).map(({ id }) => id)
	const head = { title, ...typed, date: request.ctx.now().toISOString().slice(0, 10) }
	await saveLatestDraft(request, { path, text: articleText(head, related) })
	return { path, address: fileAddress(path) }
}

async function beginPage(request: ConsoleActionRequest, fields: Fields): Promise<NewDraft> {
	const { title, summary } = requireTextFields(fields, { title: 'a title', summary: 'what it is about' })
	const slug = requireSlug('address', (fields.address ?? '').trim().replace(/^\//, '') || title)
	const path = `pages/${slug}.md`
	const text = pageText({ title, summary, address: `/${slug}` })
	const parsed = parseOwnPage(text, path)
	if (!parsed.ok) throw refuseField('address', 'Your site already uses this address. Choose another one.')
	const others = request.ctx.content.ownPages
	const isTaken = findAddressConflicts([...others, parsed.value]).length > 0 || (await readNewestText(request, path)) !== ''
	if (isTaken) throw refuseField('address', 'Another page has this address, or had it before. Choose another one.')
	await saveLatestDraft(request, { path, text })
	return { path, address: fileAddress(path) }
}

async function beginOffer(request: ConsoleActionRequest, fields: Fields): Promise<NewDraft> {
	const listed = await listContents(request)
	const typedCurrency = (fields.currency ?? '').trim().toUpperCase()
	const isCurrency = Intl.supportedValuesOf('currency').includes(typedCurrency)
	// With an unknown currency, prices are checked as dollars.
	const toAmount = (field: string, example: string) => {
		const amount = parseAmount(fields[field] ?? '', isCurrency ? typedCurrency : 'USD')
		if (amount === null) throw refuseField(field, `Enter a ${field === 'price' ? 'price' : 'regular price'} such as ${example}.`)
		return amount
	}
	const { name, currency, amount, regular, code, contents } = requireAll({
		name: () => requireTextFields(fields, { name: 'a name' }).name,
		currency: () => {
			if (!isCurrency) throw refuseField('currency', 'Enter a currency such as USD or EUR.')
			return typedCurrency
		},
		amount: () => toAmount('price', '47.00'),
		regular: () => ((fields.regular ?? '').trim() === '' ? undefined : toAmount('regular', '97.00')),
		code: () => {
			const typed = (fields.address ?? '').trim() || (fields.name ?? '').trim()
			// If the name is empty too, the error at the name is enough.
			return typed === '' ? '' : requireSlug('address', typed)
		},
		contents: () => parseOfferContents(listed, fields),
	})
	const { contains, titles } = contents
	const { value } = await readNewest(request, OFFERS)
	const offers = value.offers as object[]
	const offer = {
		productName: name,
		amountCents: amount,
		...(regular !== undefined && { regularAmountCents: regular }),
		currency,
		programName: name,
		description: `${titles.join(', ')}, for one payment.`,
		whatYouGet: titles,
		benefits: titles.map((title) => `${title} is open to you`),
		commonQuestions: [{ question: 'Is it a one-time payment?', answer: 'Yes. You pay once, and nothing renews.' }],
		contains,
		code,
	}
	const index = offers.length
	const changed = { ...value, offers: [...offers, offer] }
	const named = { code: 'address', productName: 'name', amountCents: 'price', regularAmountCents: 'regular', currency: 'currency' } as const
	const faults = faultsOf(OFFERS, changed)
	for (const [key, field] of Object.entries(named)) {
		const [fault] = faults.get(`/offers/${index}/${key}`) ?? []
		if (fault !== undefined) throw refuseField(field, `It ${fault}.`)
	}
	await saveValue(request, { path: OFFERS }, () => changed)
	return { path: OFFERS, address: `${consolePaths.settings}/prices?notice=content-saved#${fieldElementId(`/offers/${index}/productName`)}` }
}

const BEGIN = {
	lesson: beginLesson,
	module: beginModule,
	course: beginCourse,
	article: beginArticle,
	page: beginPage,
	offer: beginOffer,
} as const

export type DraftKind = keyof typeof BEGIN

const FROM: Readonly<Record<DraftKind, string>> = {
	lesson: consolePaths.course,
	module: consolePaths.course,
	course: consolePaths.course,
	article: consolePaths.content,
	page: consolePaths.content,
	offer: `${consolePaths.settings}/prices`,
}

const isDraftKind = (kind: string | undefined): kind is DraftKind => kind !== undefined && Object.hasOwn(BEGIN, kind)

/**
 * Creates drafts from a short form. They can be published as they are.
 * @throws ServiceError content_not_found (404) for an unknown kind; begin_invalid (422) for an invalid field
 */
export async function beginDraft(request: ConsoleActionRequest, fields: Fields) {
	const { kind } = request.params
	if (!isDraftKind(kind)) throw new ServiceError('not-found', 'content_not_found', 'Page not found.')
	const { path, address } = await BEGIN[kind](request, fields)
	await recordAction(request, request.ctx.db, {
		action: kind === 'course' ? 'course_begun' : 'content_begun',
		object: { kind: 'content', id: path },
	})
	return request.c.redirect(address, 303)
}

/** @throws ServiceError content_not_found (404) for an unknown kind */
export async function readNewDraftForm(request: ConsoleRequest) {
	const { kind } = request.params
	if (!isDraftKind(kind)) throw new ServiceError('not-found', 'content_not_found', 'Page not found.')
	const { content } = request.ctx
	const [first] = content.offers
	return {
		kind,
		modules: kind === 'lesson' ? await listModules(request) : [],
		module: request.url.searchParams.get('module') ?? '',
		categories: [...new Set(content.articles.map(({ category }) => category))],
		currency: first?.currency ?? 'USD',
		currencies: kind === 'offer' ? nameOptions(listKnownValues('currency') ?? [], { format: 'currency' }) : [],
		price: first ? decimalOf(first.amountCents, first.currency) : '',
		contents: kind === 'offer' ? await listContents(request) : null,
		/** True if the offer would give buyers no more than a free account has. */
		isFreeToRead: kind === 'offer' && (await readNewest(request, OFFERS)).value.accessPolicy === 'progress',
		owners: content.courses.filter(({ belongsTo }) => belongsTo === null).map(({ id, title }) => ({ id, title })),
		course: kind === 'module' ? await readCourseOfModule(request) : null,
		from: FROM[kind],
	}
}
