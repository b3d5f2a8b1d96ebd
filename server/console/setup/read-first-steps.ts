import { sql } from 'kysely'
import { z } from 'zod'

import { parseLocated } from '#content/parse-located.ts'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { isPlaceholderAddress } from '#domain/network/placeholder.ts'
import { requireFile } from '#server/console/content/files.ts'
import { listFreeModules, readAccessPolicy } from '#server/console/content/free-modules.ts'
import { planDrafts } from '#server/console/content/plan-release.ts'
import { findNewSamples, findSamples, type Sample } from '#server/console/content/require-publishable.ts'
import { listLatestVersions } from '#server/console/content/versions.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction } from '#server/console/shell/console-request.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'

import { countSampleLessons, homeStep, pagesStep, sampleLessonsStep, samplesStep } from './sample-steps.ts'
import { SETUP_NOTE } from './set-up.ts'

/** `about`: shown until the step is done. `rest`: shown once it is done, if anything is left. `links`: texts that are left to rewrite. */
export type FirstStep = {
	id: string
	title: string
	about: string
	rest?: string
	href: string
	links?: readonly { title: string; href: string }[]
	isDone: boolean
}

const settings = (subject: string, field = '') => `${consolePaths.settings}/${subject}${field && `#${field}`}`

const COURSE = 'course/course.json'
const LESSON = /^(?:course|courses)\/.*\/lessons\/|^tracks\/.*\.md$/

const hasLesson = (files: ReadonlySet<string>) => [...files].some((file) => LESSON.test(file))
const SELLER = 'company/seller.json'
const SITE = 'site.json'
const OFFERS = 'offers.json'
const TitledSchema = z.object({ title: z.string() })
const ProgramSchema = z.object({ program: z.string() })
const NamedSchema = z.object({ name: z.string().trim().min(1) })
const BRAND = 'brand.json'

function titleIn(course: string): string | null {
	const read = parseLocated(course, TitledSchema)
	return read.ok ? read.value.title : null
}

function programIn(site: string): string | null {
	const read = parseLocated(site, ProgramSchema)
	return read.ok ? read.value.program : null
}

async function readEdits({ db, content }: ConsoleRequest['ctx']) {
	const versions = await listLatestVersions(db)
	const edited = new Set(versions.filter(({ is_own: isOwn }) => isOwn).map(({ path }) => path))
	const { live, edits } = await planDrafts({ db })
	/** Edited files without sample texts. */
	const written = new Set([...edited].filter((file) => findSamples(edits, [file]).length === 0))
	/** Public texts to check for samples. Shipped texts, and lessons until one is written, have separate steps. */
	const counted = Object.keys(live).filter((file) => !LESSON.test(file) || hasLesson(written))
	const publicSamples = findNewSamples({ edits: live, live: {}, files: counted })
	const drafted = new Set(findSamples(edits, Object.keys(edits)).map(({ href }) => href))
	// Releases of the first start, which have no author, and of the setup don't count. The activity log also counts, because it outlives a
	// publisher's account.
	const { rows } = await sql<{ published: boolean; sold: boolean }>`
		select (exists (select from operator_actions where action = 'content_published')
				or exists (select from content_releases where author_id is not null and note <> ${SETUP_NOTE})) as published,
			exists (select from orders where paid_at is not null and provider <> ${COMPLIMENTARY_PROVIDER}) as sold`.execute(db)
	const [course, academy] = [COURSE, SITE].map((file) => requireFile(file).origin) as [string, string]
	const site = parseLocated(edits[SITE] ?? '', z.object({ supportEmail: z.string() }))
	return {
		edits,
		edited,
		sampleLessons: countSampleLessons(edits, edited),
		supportEmail: site.ok ? site.value.supportEmail : content.site.supportEmail,
		written,
		hasCourseTitle: titleIn(edits[COURSE] ?? course) !== titleIn(course),
		hasCourseName: programIn(edits[SITE] ?? academy) !== programIn(academy),
		hasSeller: parseLocated(edits[SELLER] ?? '', NamedSchema).ok,
		publicSamples,
		openSamples: publicSamples.filter(({ href }) => drafted.has(href)),
		isPaid: readAccessPolicy(edits) === 'enrolled',
		...listFreeModules(edits),
		hasPublished: rows[0]?.published === true,
		hasSale: rows[0]?.sold === true,
	}
}

const supportStep = (address: string): FirstStep => ({
	id: 'support-email',
	title: 'Enter your support email',
	about: `No email reaches ${address}, because its domain is only for examples. Enter an address that someone reads.`,
	href: settings('contact', 'f-supportEmail'),
	isDone: !isPlaceholderAddress(address),
})

/** The course name in the settings comes first, because its form also replaces the name in the course and all other texts. */
const courseStep = ({ hasCourseName, hasCourseTitle }: Record<'hasCourseName' | 'hasCourseTitle', boolean>): FirstStep => ({
	id: 'course',
	title: 'Name your course',
	about: 'Learners and certificates show its name.',
	href: hasCourseName ? `${fileAddress(COURSE)}#f-title` : settings('general', 'f-program'),
	isDone: hasCourseName && hasCourseTitle,
})

const MAX_NAMED = 2

function nameSamples(samples: readonly Sample[]): string {
	const named = samples.slice(0, MAX_NAMED).map(({ label }) => `“${label}”`)
	const others = samples.length - named.length
	return new Intl.ListFormat('en').format([...named, ...(others === 0 ? [] : [`${others} more`])])
}

/** @param open public samples that no draft has replaced */
function publishStep(hasPublished: boolean, samples: readonly Sample[], open: readonly Sample[]): FirstStep {
	const step = { id: 'publish', href: open[0]?.href ?? consolePaths.contentPublish, isDone: hasPublished && samples.length === 0 }
	if (hasPublished && open.length > 0)
		return { ...step, title: 'Replace your sample texts', about: `Published, but still samples: ${nameSamples(open)}.` }
	const isReplaced = hasPublished && samples.length > 0
	const about = isReplaced ? 'Your drafts replace the last sample texts.' : 'Visitors see them once you publish.'
	return { ...step, title: 'Publish your changes', about }
}

const priceSteps = (
	isPriced: boolean,
	{ isPaid, free, isEverythingFree }: { isPaid: boolean } & ReturnType<typeof listFreeModules>,
): FirstStep[] => [
	{
		id: 'price',
		title: 'Set your price',
		about: 'What the course costs, and what’s in it.',
		href: settings('prices', 'f-offers-0-amountCents'),
		isDone: isPriced,
	},
	{
		id: 'access',
		title: 'Choose who can read the course',
		...(isPaid && isEverythingFree
			? {
					about:
						'Every module is free to read, so buyers get nothing more. In the course settings, uncheck “Free to read” for modules that they pay for.',
					href: free[0]?.href ?? fileAddress(COURSE),
				}
			: {
					about: 'Right now, free and paid accounts read the same lessons. Choose “Buyers only” to change that.',
					href: settings('prices', 'f-accessPolicy'),
				}),
		isDone: isPaid && !isEverythingFree,
	},
]

const saleStep = (hasSale: boolean): FirstStep => ({
	id: 'sale',
	title: 'Make a test purchase',
	about: 'Buy from your offer page with test card 4242 4242 4242 4242. You won’t be charged.',
	href: paths.offer,
	isDone: hasSale,
})

function lessonStep(edited: ReadonlySet<string>, written: ReadonlySet<string>): FirstStep {
	const begun = [...edited].find((file) => LESSON.test(file))
	return {
		id: 'lesson',
		title: 'Write your first lesson',
		about: 'A title, one sentence and a text are enough.',
		href: begun === undefined ? `${consolePaths.contentBegin}/lesson` : fileAddress(begun),
		isDone: hasLesson(written),
	}
}

async function listSteps({ ctx }: ConsoleRequest): Promise<FirstStep[]> {
	const { edits, edited, written, supportEmail, hasSeller, hasPublished, hasSale, ...rest } = await readEdits(ctx)
	const { payments, email } = ctx.config
	return [
		{
			id: 'name',
			title: 'Name your academy',
			about: 'It’s on every page and in every email.',
			href: settings('general', 'f-name'),
			isDone: edited.has(SITE),
		},
		supportStep(supportEmail),
		{
			id: 'brand',
			title: 'Choose your colors',
			about: 'They’re used on pages, in emails and on certificates. You can add a logo there, too.',
			href: settings('brand', 'f-color'),
			isDone: edited.has(BRAND),
		},
		courseStep(rest),
		...priceSteps(edited.has(OFFERS), rest),
		lessonStep(edited, written),
		sampleLessonsStep(rest.sampleLessons),
		homeStep({ content: ctx.content, edits, edited }),
		pagesStep({ edits, edited }),
		samplesStep(edits),
		publishStep(hasPublished, rest.publicSamples, rest.openSamples),
		...(payments.kind === 'sandbox' ? [saleStep(hasSale)] : []),
		{
			id: 'seller',
			title: 'Enter the seller and your tax',
			about: 'For invoices: who sells, from where, and with which VAT.',
			href: settings('tax', 'f-name'),
			isDone: hasSeller,
		},
		{
			id: 'payments',
			title: 'Connect payments',
			about: 'Until then, the checkout is a sandbox and takes no money.',
			href: settings('payments', 'connect'),
			isDone: payments.kind !== 'sandbox',
		},
		{
			id: 'email',
			title: 'Connect your mail server',
			about: 'Until then, emails stay on this server.',
			href: settings('mail', 'connect'),
			isDone: email.smtp !== null,
		},
	]
}

/** Lists the setup steps, with their actual status; null for support, who can't do them. */
export async function readFirstSteps(request: ConsoleRequest) {
	if (request.by.role !== 'operator') return null
	const setup = await request.ctx.db.selectFrom('auth.console_setup').select('first_steps_hidden_at').executeTakeFirst()
	const steps = await listSteps(request)
	const shown = steps.map(({ rest = '', about, links = [], ...step }) => ({ ...step, links, about: step.isDone ? rest : about }))
	return { steps: shown, isHidden: setup?.first_steps_hidden_at != null, open: steps.filter(({ isDone }) => !isDone).length }
}

/** Returns the step to do next, on a page that confirms a save or a publication; null if all are done or the card is hidden. */
export async function readNextStep(request: ConsoleRequest) {
	const { searchParams } = request.url
	const isConfirmed = searchParams.get('notice')?.endsWith('-saved') === true || searchParams.has('published')
	const first = isConfirmed ? await readFirstSteps(request) : null
	const next = first?.isHidden === false ? first.steps.find(({ isDone }) => !isDone) : undefined
	return next ? { title: next.title, about: next.about, href: next.href } : null
}

export async function showFirstSteps(request: ConsoleActionRequest, { show }: Readonly<Record<string, string>>) {
	const { ctx, c } = request
	const state = { first_steps_hidden_at: show === 'yes' ? null : ctx.now() }
	await ctx.db
		.insertInto('auth.console_setup')
		.values(state)
		.onConflict((conflict) => conflict.column('id').doUpdateSet(state))
		.execute()
	await recordAction(request, ctx.db, {
		action: show === 'yes' ? 'first_steps_shown' : 'first_steps_hidden',
		object: { kind: 'setup', id: 'first-steps' },
	})
	return c.redirect(consolePaths.today, 303)
}
