import { consolePaths, PAGE_PARAMS } from '#contracts/console-paths.ts'
import { moveColumn } from '#domain/lists/order-columns.ts'
import { type ConsoleActionRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { toConsolePath } from '#server/console/shell/guard.ts'
import { PAGE_SIZE, PAGE_SIZES, readListView } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { action } from '#server/console/shell/route.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'

const MAX_COLUMNS = 20
const MAX_VIEWS = 20
const NAME_LENGTH = 60
const QUERY_LENGTH = 1000

const LISTS = new Set<string>(
	[
		consolePaths.orders,
		consolePaths.learners,
		consolePaths.invoices,
		consolePaths.payouts,
		consolePaths.tickets,
		consolePaths.applications,
		consolePaths.feedback,
		consolePaths.earlyAccess,
		consolePaths.subscribers,
		consolePaths.newsletter,
		consolePaths.messages,
		consolePaths.sms,
		consolePaths.suppressions,
		consolePaths.actions,
	].map((place) => place.slice(consolePaths.root.length + 1)),
)

/** @throws ServiceError list_unknown (400) */
function requireList({ list = '' }: Fields): string {
	if (!LISTS.has(list)) throw new ServiceError('invalid', 'list_unknown', 'We can’t find that list. Nothing was changed.')
	return list
}

function readAddress({ form_page: page }: Fields) {
	const [path = '', search = ''] = toConsolePath(page).split('?')
	const query = new URLSearchParams(search)
	for (const name of [...PAGE_PARAMS, 'notice', 'undo', 'view']) query.delete(name)
	return { path, query }
}

const goTo = ({ c }: ConsoleActionRequest, path: string, query: URLSearchParams) =>
	c.redirect(query.size > 0 ? `${path}?${query.toString()}` : path, 303)

const readNames = (text = ''): string[] =>
	text
		.split(',')
		.filter((name) => /^[a-z-]{1,40}$/.test(name))
		.slice(0, MAX_COLUMNS)

/** Returns the columns whose checkbox was offered but not checked. */
const readHidden = (fields: Fields): string[] => readNames(fields.columns).filter((name) => fields[`show-${name}`] === undefined)

/** Returns the order of the columns. Without JavaScript, the “Move up” and “Move down” buttons submit the form. */
function readOrder({ order, up, down }: Fields): string[] {
	const names = readNames(order)
	if (up !== undefined) return moveColumn(names, up, -1)
	return down === undefined ? names : moveColumn(names, down, 1)
}

async function chooseColumns(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const list = requireList(fields)
	const choice = {
		hidden: readHidden(fields),
		column_order: readOrder(fields),
		page_rows: PAGE_SIZES.find((size) => String(size) === fields.rows) ?? PAGE_SIZE,
	}
	await ctx.db
		.insertInto('list_preferences')
		.values({ user_id: by.userId, list, ...choice })
		.onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet(choice))
		.execute()
	const { path, query } = readAddress(fields)
	return goTo(request, path, query)
}

const refuseName = (message: string) => new ServiceError('invalid', 'view_name', message, { fields: { name: message } })

async function saveView(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const list = requireList(fields)
	const name = readQuery(fields.name)
	if (name === '' || name.length > NAME_LENGTH) throw refuseName(`Enter a name of up to ${NAME_LENGTH} characters.`)
	const { path, query } = readAddress(fields)
	if (path !== `${consolePaths.root}/${list}`) throw refuseName('These filters can’t be read. Filter the list again, then save the view.')
	if (query.toString().length > QUERY_LENGTH) throw refuseName('These filters are too long to be saved.')
	const own = ctx.db.selectFrom('saved_views').where('user_id', '=', by.userId).where('list', '=', list)
	const others = await own.select('id').where('name', '<>', name).execute()
	if (others.length >= MAX_VIEWS) throw refuseName(`You have ${MAX_VIEWS} views of this list. Delete one first.`)
	const searchParams = new URLSearchParams(toConsolePath(fields.form_page).split('?')[1])
	const { hidden, order } = await readListView({ ctx, by, url: { searchParams } }, list)
	const view = { query: query.toString(), hidden: [...hidden], column_order: [...order], is_shared: fields.shared !== undefined }
	const { id } = await ctx.db
		.insertInto('saved_views')
		.values({ user_id: by.userId, list, name, ...view, created_at: ctx.now() })
		.onConflict((conflict) => conflict.columns(['user_id', 'list', 'name']).doUpdateSet(view))
		.returning('id')
		.executeTakeFirstOrThrow()
	await recordAction(request, ctx.db, {
		action: 'view_saved',
		object: { kind: 'list', id: list },
		after: { view: id, shared: view.is_shared },
	})
	query.set('view', id)
	query.set('notice', 'view-saved')
	return goTo(request, path, query)
}

async function deleteView(request: ConsoleActionRequest) {
	const { c, ctx, by, params } = request
	const id = params.view ?? ''
	const gone = isUuid(id)
		? await ctx.db.deleteFrom('saved_views').where('id', '=', id).where('user_id', '=', by.userId).returning('list').executeTakeFirst()
		: undefined
	if (!gone) throw new ServiceError('not-found', 'view_not_found', 'We can’t find that view. Only its owner can delete a shared view.')
	await recordAction(request, ctx.db, { action: 'view_deleted', object: { kind: 'list', id: gone.list }, before: { view: id } })
	return c.redirect(`${consolePaths.root}/${gone.list}?notice=view-deleted`, 303)
}

/** Actions for a person's list preferences: columns, rows per page and saved views. */
export const listPreferenceRoutes = [
	// Personal settings aren't recorded in the activity log.
	action(consolePaths.listColumns, 'support', chooseColumns),
	action(consolePaths.listViews, 'support', saveView),
	action(`${consolePaths.listViews}/:view/delete`, 'support', deleteView),
]
