import { requireFile } from '#server/console/content/files.ts'
import { listValues } from '#server/console/content/list-values.ts'
import { listSitePages } from '#server/console/content/page-addresses.ts'
import { isObject, type Json } from '#server/console/content/read-form.ts'
import { requireJson } from '#server/console/content/require-json.ts'
import { readNewestAndLive } from '#server/console/content/versions.ts'
import { composeSampleIssue } from '#server/console/newsletter/read-issues.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import {
	listNewestEmails,
	listNextAutomationRecipients,
	readAutomationFigures,
} from '#server/services/people/lifecycle/automation-figures.ts'
import { describeAutomationTiming, formatDelay, listTriggers } from '#server/services/people/lifecycle/automations.ts'
import { listAutomations, type ConfiguredAutomation, MAX_TITLE_LENGTH } from '#server/services/people/lifecycle/set-automations.ts'
import type { IssueText } from '#server/services/people/newsletter-issues/issue-mail.ts'

/** The content file with the texts of all automations. */
export const TEXTS_FILE = 'lifecycle.json'

export const MAX_SUBJECT_LENGTH = 150
export const BODY_LENGTH = 5000

export type AutomationText = { subject: string; body: string }

const isText = (value: Json): value is AutomationText =>
	isObject(value) && typeof value.subject === 'string' && typeof value.body === 'string'

/** Returns an automation's text in a version of the file; empty if it has none. */
export function automationTextIn(file: Json, name: string): AutomationText {
	const texts = isObject(file) ? file : {}
	const value = texts[name] ?? (isObject(texts.own) ? texts.own[name] : undefined)
	return isText(value) ? { subject: value.subject, body: value.body } : { subject: '', body: '' }
}

/** Identifies a version of one text. The version of the file won't do: it changes with the texts of other automations. */
export const textVersion = ({ subject, body }: AutomationText): string => sha256(JSON.stringify([subject, body])).toString('base64url')

/** Fills in placeholders such as `{price}`, which a draft may contain. */
export function fillPlaceholders({ ctx: { content } }: ConsoleRequest, { body, ...more }: IssueText): IssueText {
	const fill = (text: string) => content.fillFile('text.md', text)
	return { ...more, subject: fill(more.subject), body: fill(body) }
}

/**
 * Reads the newest text of an automation, published or not.
 * @throws LinkedError content_unreadable (409) if the draft isn't valid JSON
 */
export async function readNewestText(request: ConsoleRequest, name: string) {
	const file = requireFile(TEXTS_FILE)
	const { newest, live } = await readNewestAndLive(request.ctx.db, TEXTS_FILE)
	const text = automationTextIn(requireJson(newest, file), name)
	const shown = automationTextIn(requireJson(live, file), name)
	const isDraft = text.subject !== shown.subject || text.body !== shown.body
	return { text, filled: fillPlaceholders(request, text), seen: textVersion(text), isDraft }
}

/** @throws ServiceError rule_not_found (404) */
export async function requireAutomation({ ctx, params }: ConsoleRequest): Promise<ConfiguredAutomation> {
	const automation = (await listAutomations(ctx, ctx.db)).find(({ name }) => name === params.rule)
	if (!automation) throw new ServiceError('not-found', 'rule_not_found', 'We can’t find that automation.')
	return automation
}

export type AutomationState = 'on' | 'off' | 'needs a text'

/** Returns the state as shown: an automation without a published text sends nothing, even if it was turned on earlier. */
const stateOf = ({ text, isOn }: ConfiguredAutomation): AutomationState => (text.subject === '' ? 'needs a text' : isOn ? 'on' : 'off')

export async function readAutomations({ ctx }: ConsoleRequest) {
	const figuresOf = await readAutomationFigures(ctx.db)
	return {
		automations: (await listAutomations(ctx, ctx.db)).map((automation) => {
			const { name, title, text, delayHours } = automation
			const when = describeAutomationTiming(automation, delayHours)
			return { name, title, state: stateOf(automation), subject: text.subject, when, ...figuresOf(name) }
		}),
	}
}

/** Reads the form of a new automation. */
export const readNewAutomation = ({ ctx: { content } }: ConsoleRequest) => ({
	triggers: listTriggers(content).map(({ name, after }) => [name, `${after.charAt(0).toUpperCase()}${after.slice(1)}`] as const),
	titleLength: MAX_TITLE_LENGTH,
})

/** Reads an automation: its settings, its text, and what it has sent and will send. */
export async function readAutomation(request: ConsoleRequest) {
	const { ctx } = request
	const automation = await requireAutomation(request)
	const { name, title, ends, delay, isOn, delayHours, isOwn = false } = automation
	const { text, filled, seen, isDraft } = await readNewestText(request, name)
	const { next, total, isMore } = await listNextAutomationRecipients(ctx, automation)
	const unit = delayHours % 24 === 0 ? 'day' : 'hour'
	return {
		name,
		title,
		isOwn,
		titleLength: MAX_TITLE_LENGTH,
		isOn,
		state: stateOf(automation),
		when: describeAutomationTiming(automation, delayHours),
		ends,
		delay: {
			unit,
			count: unit === 'day' ? delayHours / 24 : delayHours,
			canBeHours: delay.unit === 'hour',
			usual: formatDelay(delay.hours),
			least: formatDelay(delay.least),
			most: formatDelay(delay.most),
		},
		text,
		plain: composeSampleIssue(request, filled).text,
		seen,
		isDraft,
		values: listValues(ctx.content, TEXTS_FILE),
		sitePages: listSitePages(ctx.content),
		lengths: { subject: MAX_SUBJECT_LENGTH, body: BODY_LENGTH },
		figures: (await readAutomationFigures(ctx.db))(name),
		newest: await listNewestEmails(ctx.db, name),
		next: { rows: next, total, isMore },
	}
}
