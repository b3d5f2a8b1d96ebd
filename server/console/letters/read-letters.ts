import { CONSOLE_ZONE_NAME } from '#server/console/shell/console-zone.ts'
import { readPlace, toPlaceOf } from '#server/console/shell/look-up.ts'
import { PAGE_SIZE, toPage } from '#server/console/shell/paging.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { listSegmentChoices, readSegment } from '#server/console/subscribers/asked-segment.ts'
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

/** Letters to subscribers, newest first. */
export async function readLetters({ ctx, url: { searchParams } }: ConsoleRequest) {
	const place = readPlace(searchParams.get('before') ?? undefined)
	let query = ctx.db.selectFrom('newsletter_letters').select(['id', 'subject', 'state', 'starts_at', 'queued', 'created_at'])
	if (place !== null) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(place.at, place.id)))
	const found = await query
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE + 1)
		.execute()
	const { rows, next } = toPage(found, toPlaceOf)
	return { letters: rows, next, hours: BULK_HOURS, perHour: ctx.config.email.bulkPerHour }
}

/** What the form in which a letter is written needs. */
const readForm = async ({ ctx: { content } }: ConsoleRequest) => ({
	choices: await listSegmentChoices(content),
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
		zoneName: CONSOLE_ZONE_NAME,
	}
}
