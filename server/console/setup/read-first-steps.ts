import { sql } from 'kysely'

import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { isPlaceholderAddress } from '#domain/network/placeholder.ts'
import { listLatestVersions } from '#server/console/content/versions.ts'
import type { ConsoleRequest, ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'

export type FirstStep = { id: string; title: string; about: string; href: string; isDone: boolean }

const settings = (subject: string, field = '') => `${consolePaths.settings}/${subject}${field && `#${field}`}`

const LESSON = /^(?:course|courses)\/.*\/lessons\/|^tracks\/.*\.md$/
const BRAND = ['brand.json', 'logo.svg', 'heading-font.json']

async function readEdits({ db }: ConsoleRequest['ctx']) {
	const versions = await listLatestVersions(db)
	const edited = new Set(versions.filter((version) => version.is_edit).map(({ path }) => path))
	const { rows } = await sql<{ published: boolean }>`
		select exists (select from content_versions where published_at is not null and path not in ('site.json', 'company/seller.json')) as published`.execute(
		db,
	)
	return { edited, hasPublished: rows[0]?.published === true }
}

const HOME = ['marketing/home.json', 'marketing/landing.json'] as const

/** Names the public texts that are still as shipped, in one sentence. */
function nameSamples({ content }: ConsoleRequest['ctx'], edited: ReadonlySet<string>): string {
	const articles = content.articles.filter(({ id }) => !edited.has(`articles/${id}.md`)).length
	const samples = [
		...(HOME.some((file) => edited.has(file)) ? [] : ['the home page']),
		...(edited.has('marketing/blog-teasers.json') ? [] : ['the teasers of the blog']),
		...(articles === 0 ? [] : [articles === 1 ? 'one article' : `${articles} articles`]),
	]
	return samples.length === 0 ? 'Its texts are your own.' : `Still sample text: ${new Intl.ListFormat('en').format(samples)}.`
}

const homeStep = (ctx: ConsoleRequest['ctx'], edited: ReadonlySet<string>): FirstStep => ({
	id: 'home',
	title: 'Write your home page',
	about: nameSamples(ctx, edited),
	href: fileAddress(HOME[0]),
	isDone: HOME.some((file) => edited.has(file)),
})

function supportStep({ content }: ConsoleRequest['ctx']): FirstStep {
	const { supportEmail } = content.site
	const hasOwn = !isPlaceholderAddress(supportEmail)
	return {
		id: 'support-email',
		title: 'Enter your support email',
		about: hasOwn ? 'Learners write to it, and emails show it.' : `${supportEmail} is a sample address: no one reads it.`,
		href: settings('general', 'f-supportEmail'),
		isDone: hasOwn,
	}
}

const aboutPrice = ({ content }: ConsoleRequest['ctx']): string =>
	content.accessPolicy === 'enrolled'
		? 'What the course costs, and what is in it.'
		: 'What the course costs, and who may read it: now, buyers open no more lessons than free accounts do.'

async function listSteps({ ctx }: ConsoleRequest): Promise<FirstStep[]> {
	const { edited, hasPublished } = await readEdits(ctx)
	const { payments, email } = ctx.config
	return [
		{
			id: 'name',
			title: 'Name your academy',
			about: 'It is on every page and in every email.',
			href: settings('general', 'f-name'),
			isDone: edited.has('site.json'),
		},
		supportStep(ctx),
		{
			id: 'brand',
			title: 'Choose colors and logo',
			about: 'Pages, emails and certificates follow them.',
			href: settings('brand', 'f-color'),
			isDone: BRAND.some((file) => edited.has(file)),
		},
		homeStep(ctx, edited),
		{
			id: 'price',
			title: 'Set your price',
			about: aboutPrice(ctx),
			href: settings('prices', 'f-offers-0-amountCents'),
			isDone: edited.has('offers.json'),
		},
		{
			id: 'lesson',
			title: 'Write your first lesson',
			about: 'A short form begins it; the rest is yours.',
			href: `${consolePaths.contentBegin}/lesson`,
			isDone: [...edited].some((file) => LESSON.test(file)),
		},
		{
			id: 'payments',
			title: 'Connect payments',
			about: 'Until then, checkouts are a sandbox.',
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
		{
			id: 'publish',
			title: 'Publish your changes',
			about: 'Visitors see them once you publish.',
			href: consolePaths.contentPublish,
			isDone: hasPublished,
		},
	]
}

/** Lists the setup steps, with their actual status; null for support, who can't do them. */
export async function readFirstSteps(request: ConsoleRequest) {
	if (request.by.role !== 'operator') return null
	const setup = await request.ctx.db.selectFrom('auth.console_setup').select('first_steps_hidden_at').executeTakeFirst()
	const steps = await listSteps(request)
	return { steps, isHidden: setup?.first_steps_hidden_at != null, open: steps.filter(({ isDone }) => !isDone).length }
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
