import { consolePaths, fileAddress, LEGAL_TEXTS } from '#contracts/console-paths.ts'
import { isPlaceholderAddress } from '#domain/network/placeholder.ts'
import { ConfigRefused } from '#server/config/config.ts'
import type { ConfigProblem } from '#server/config/variable.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	isLiveDecidedInConsole,
	SANDBOX_OFF,
	SERVICE_SETTINGS,
	withConsoleSettings,
} from '#server/services/platform/service-settings/settings-list.ts'
import { readStoredSettings } from '#server/services/platform/service-settings/stored-settings.ts'

type Step = {
	title: string
	isDone: boolean
	words: string
	link: { label: string; href: string } | null
}

const settings = (subject: string) => `${consolePaths.settings}/${subject}`

function findProblems({ start }: Pick<ServiceContext, 'start'>, values: Readonly<Record<string, string>>): readonly ConfigProblem[] {
	try {
		start.readConfig(
			withConsoleSettings({ ...start.environment, NODE_ENV: 'production', SANDBOX: undefined }, { ...values, SANDBOX: SANDBOX_OFF }),
		)
		return []
	} catch (error) {
		if (error instanceof ConfigRefused) return error.problems
		throw error
	}
}

const STEPS = [
	{
		title: 'Web address',
		variables: ['GOTRUE_SITE_URL'],
		words: 'Enter the https address of your academy, on your own domain.',
		done: 'Your academy has an https address.',
		link: { label: 'Web address', href: `${settings('general')}#connect` },
	},
	{
		title: 'Mail server',
		variables: SERVICE_SETTINGS.mail.map(({ variable }) => variable),
		words: 'Connect your mail server with your own sender address: buyers get their codes and receipts by email.',
		done: 'Your mail server is set up.',
		link: { label: 'Email', href: `${settings('mail')}#connect` },
	},
	{
		title: 'Payments',
		// If no provider is configured, the problem is reported for SANDBOX.
		variables: ['SANDBOX', ...SERVICE_SETTINGS.payments.map(({ variable }) => variable)],
		words: 'Enter the live secret key of Stripe and the signing secret of its webhook. Test keys can’t take real payments.',
		done: 'Payments are set up.',
		link: { label: 'Payments', href: `${settings('payments')}#connect` },
	},
] as const

/** Lists the steps before going live; each step's status comes from the actual configuration. */
async function listSteps(ctx: ServiceContext): Promise<Step[]> {
	const problems = findProblems(ctx, await readStoredSettings(ctx)).map(({ variable }) => variable)
	const known: readonly string[] = STEPS.flatMap(({ variables }) => variables)
	const { supportEmail } = ctx.content.site
	const hasSupport = !isPlaceholderAddress(supportEmail)
	const steps: Step[] = STEPS.map(({ title, variables, words, done, link }) => {
		const isDone = problems.every((variable) => !(variables as readonly string[]).includes(variable))
		return { title, isDone, words: isDone ? done : words, link }
	})
	steps.push({
		title: 'Support email',
		isDone: hasSupport,
		words: hasSupport ? `Buyers write to ${supportEmail}.` : 'Enter the address that buyers write to, then publish it.',
		link: { label: 'Support email', href: `${settings('contact')}?field=f-supportEmail#f-supportEmail` },
	})
	if (problems.some((variable) => !known.includes(variable)))
		steps.push({ title: 'Server', isDone: false, words: 'Ask the person who runs your server to look at its other settings.', link: null })
	return steps
}

/** @throws ServiceError not_ready_to_go_live (422) while a step is open */
export async function requireReadyToGoLive(ctx: ServiceContext): Promise<void> {
	const missing = (await listSteps(ctx)).filter(({ isDone }) => !isDone).map(({ title }) => title)
	if (missing.length > 0)
		throw new ServiceError('unprocessable', 'not_ready_to_go_live', `Not live yet. Still to do: ${missing.join(', ')}.`)
}

/** Returns who decides whether the academy is live; `machine` for a development server, which can't sell. */
function findDecider({ start, config }: ServiceContext): 'console' | 'server' | 'machine' {
	if (isLiveDecidedInConsole(start.environment)) return 'console'
	return config.environment === 'production' ? 'server' : 'machine'
}

export async function readGoingLive(ctx: ServiceContext) {
	const decider = findDecider(ctx)
	return {
		decider,
		isLive: ctx.config.isLive,
		steps: decider === 'server' || ctx.config.isLive ? [] : await listSteps(ctx),
		termsAddress: `${ctx.config.publicUrl}/terms`,
		legalTexts: [
			...LEGAL_TEXTS.map(({ title, file }) => ({ title, href: fileAddress(file) })),
			{ title: 'Seller and tax', href: settings('tax') },
		],
	}
}
