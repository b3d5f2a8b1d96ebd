import { sql } from 'kysely'

import { findConsoleZone, formatZoneName } from '#server/console/shell/console-zone.ts'
import { readListView } from '#server/console/shell/list-view.ts'
import { type Asked, readAsked, sorted, type SortColumns, toSortedPage } from '#server/console/shell/sorting.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { listSegmentChoices, readSegment } from '#server/console/subscribers/asked-segment.ts'
import type { Db } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { BULK_HOURS } from '#server/services/messaging/outbox/bulk-room.ts'
import { composeLetter, type LetterText } from '#server/services/people/letters/letter-mail.ts'
import {
	BODY_LENGTH,
	countMails,
	countReaders,
	findLetter,
	type LetterRow,
	SUBJECT_LENGTH,
} from '#server/services/people/letters/letters.ts'
import { toSegment } from '#server/services/people/letters/stored-segment.ts'

const SORTS: SortColumns = { created: { by: sql`created_at`, kind: 'time' } }

export const readAskedLetters = (params: URLSearchParams): Asked => readAsked(params, SORTS, '-created')

export const listLetters = (db: Db, asked: Asked) =>
	sorted(db.selectFrom('newsletter_letters').select(['id', 'subject', 'state', 'starts_at', 'queued', 'created_at']), asked, sql`id`)

/** Letters to subscribers, newest first. */
export async function readLetters(work: ConsoleRequest) {
	const asked = readAskedLetters(work.url.searchParams)
	const view = await readListView(work, 'letters')
	const found = await listLetters(work.ctx.db, { ...asked, limit: view.pageRows + 1 }).execute()
	const { rows, next } = toSortedPage(found, { size: view.pageRows })
	return { view, letters: rows, sort: asked.sort.name, next, hours: BULK_HOURS, perHour: work.ctx.config.email.bulkPerHour }
}

/** What the form in which a letter is written needs. */
const readForm = async ({ ctx: { content } }: ConsoleRequest) => ({
	choices: listSegmentChoices(content),
	subjectLength: SUBJECT_LENGTH,
	bodyLength: BODY_LENGTH,
})

export const readNewLetter = async (work: ConsoleRequest) => ({ form: await readForm(work) })

/** A letter as a reader gets it, with a link to unsubscribe that ends no subscription. */
export const composeSample = ({ ctx: { content, config } }: ConsoleRequest, text: LetterText) =>
	composeLetter(content, config, text)(`${config.siteUrl}/unsubscribe`)

/** @throws ServiceError letter_not_found (404) */
export async function requireLetter({ params, ctx: { db } }: ConsoleRequest): Promise<LetterRow> {
	const letter = await findLetter(db, params.letter ?? '')
	if (!letter) throw new ServiceError('not-found', 'letter_not_found', 'There is no such email. It may have been deleted.')
	return letter
}

/** One letter, with how many would get it or did. */
export async function readLetter(work: ConsoleRequest) {
	const { db, content } = work.ctx
	const { id, subject, body, state, segment, ...times } = await requireLetter(work)
	const stored = segment as Readonly<Record<string, string>>
	const { words, title } = await readSegment(content, (name) => stored[name])
	return {
		letter: { id, subject, body, state, segment: words, startsAt: times.starts_at, startedAt: times.started_at, endedAt: times.ended_at },
		queued: times.queued,
		seen: String(times.changed_at.getTime()),
		audience: title,
		text: composeSample(work, { subject, body }).text,
		readers: state === 'draft' ? { all: await countReaders(db, {}), chosen: await countReaders(db, toSegment(segment)) } : null,
		mails: state === 'draft' ? {} : await countMails(db, id),
		form: await readForm(work),
		zoneName: formatZoneName(findConsoleZone(content)),
	}
}
