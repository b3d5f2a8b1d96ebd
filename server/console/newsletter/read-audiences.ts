import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import {
	findAudience,
	listAudiences,
	listAudienceUses,
	NAME_LENGTH,
	type SavedAudience,
} from '#server/services/people/audiences/saved-audiences.ts'
import { ALL_SUBSCRIBERS } from '#server/services/people/newsletter/segment.ts'

import { describeAudience, listAudienceGroups, readConditions, toRows } from './audience-form.ts'

/** @throws ServiceError audience_not_found (404) */
export async function requireAudience({ params, ctx: { db } }: ConsoleRequest): Promise<SavedAudience> {
	const audience = await findAudience(db, params.audience ?? '')
	if (!audience) throw new ServiceError('not-found', 'audience_not_found', 'We can’t find that audience. It may have been deleted.')
	return audience
}

/** Lists the saved audiences. The browser counts each, because counting all of them could take long. */
export async function readAudiences({ ctx: { db, content } }: ConsoleRequest) {
	const uses = await listAudienceUses(db)
	return {
		audiences: (await listAudiences(db)).map(({ id, name, rules, changedAt }) => ({
			id,
			name,
			phrase: describeAudience(content, rules),
			changedAt,
			uses: uses.filter(({ audience_id: used }) => used === id).length,
		})),
	}
}

export async function readAudience(request: ConsoleRequest) {
	const { db } = request.ctx
	const { id, name, rules, changedAt } = await requireAudience(request)
	return {
		id,
		name,
		seen: String(changedAt.getTime()),
		chosen: toRows(rules),
		groups: await listAudienceGroups(request.ctx, rules),
		uses: await listAudienceUses(db, id),
		nameLength: NAME_LENGTH,
	}
}

/** Reads a new audience, with the name, the conditions and the draft of the query. */
export async function readNewAudience({ ctx, url: { searchParams } }: ConsoleRequest) {
	const query = Object.fromEntries(searchParams)
	const rules = readConditions(ctx.content, query)
	return {
		issue: query.issue ?? '',
		name: (query.name ?? '').slice(0, NAME_LENGTH),
		chosen: toRows(rules),
		groups: await listAudienceGroups(ctx, rules.conditions.length > 0 ? rules : ALL_SUBSCRIBERS),
		nameLength: NAME_LENGTH,
	}
}
