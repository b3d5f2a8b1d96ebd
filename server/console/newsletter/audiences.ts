import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, type Fields, recordAction } from '#server/console/shell/console-request.ts'
import { action } from '#server/console/shell/route.ts'
import { isUuid } from '#server/db/database.ts'
import { changeAudience, createAudience, deleteAudience } from '#server/services/people/audiences/saved-audiences.ts'
import { chooseAudience } from '#server/services/people/newsletter-issues/issues.ts'

import { readConditions } from './audience-form.ts'
import { showAudienceSize } from './issue-actions.ts'
import { requireAudience } from './read-audiences.ts'

const objectOf = (id: string) => ({ kind: 'audience', id }) as const

const typedIn = ({ ctx: { content } }: ConsoleActionRequest, fields: Fields) => ({
	name: fields.name ?? '',
	rules: readConditions(content, fields),
})

/** Saves a new audience. With `issue`, the draft that it was made for also uses it. */
async function create(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, c } = request
	if (fields.do === 'count') return showAudienceSize(request, fields)
	const typed = typedIn(request, fields)
	const id = await createAudience(ctx, ctx.db, typed)
	await recordAction(request, ctx.db, { action: 'audience_created', object: objectOf(id), after: { name: typed.name.trim() } })
	const issue = fields.issue ?? ''
	if (!isUuid(issue)) return c.redirect(`${consolePaths.audiences}/${id}?notice=audience-saved`, 303)
	const draft = await chooseAudience(ctx, ctx.db, { issue, audienceId: id })
	if (draft) await recordAction(request, ctx.db, { action: 'letter_changed', object: { kind: 'letter', id: issue } })
	// An email that was never saved gets its audience from the URL.
	return c.redirect(`${consolePaths.newsletter}/${issue}?${draft ? '' : `new&audience=${id}&`}notice=audience-saved`, 303)
}

async function change(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, c } = request
	const { id, name: before } = await requireAudience(request)
	if (fields.do === 'count') return showAudienceSize(request, fields)
	const typed = typedIn(request, fields)
	await changeAudience(ctx, ctx.db, { id, seen: fields.seen ?? '', ...typed })
	const after = { name: typed.name.trim() }
	await recordAction(request, ctx.db, { action: 'audience_changed', object: objectOf(id), before: { name: before }, after })
	return c.redirect(`${consolePaths.audiences}/${id}?notice=audience-saved`, 303)
}

async function remove(request: ConsoleActionRequest) {
	const { ctx, c } = request
	const { id, name } = await requireAudience(request)
	await deleteAudience(ctx.db, id)
	await recordAction(request, ctx.db, { action: 'audience_deleted', object: objectOf(id), before: { name } })
	return c.redirect(`${consolePaths.audiences}?notice=audience-deleted`, 303)
}

/** Saved audiences of newsletters (app/admin/routes/newsletter). */
export const audienceRoutes = [
	action(consolePaths.newAudience, 'operator', create),
	action(`${consolePaths.audiences}/:audience`, 'operator', change),
	action(`${consolePaths.audiences}/:audience/delete`, 'operator', remove),
]
