import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { addTag, listTags, removeTag } from './learner-tags.ts'

async function addLearners(count: number) {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const { rows } = await sql<{ id: string }>`insert into auth.users (id, email, created_at, updated_at)
		select gen_random_uuid(), n || '@list.test', now(), now() from generate_series(1, ${count}) n returning id`.execute(deps.db)
	const read = async () =>
		(await deps.db.selectFrom('learner_tags').select('name').orderBy('user_id').orderBy('key').execute()).map(({ name }) => name)
	const ids = rows.map(({ id }) => id)
	return { ctx, read, ids, first: ids[0] ?? '', second: ids[1] ?? '' }
}

test('tags compare without case, and are spelled as the first one', async () => {
	const { ctx, read, first, second } = await addLearners(2)
	expect(await addTag(ctx, { userId: first, tag: ' Größe ' })).toBe('Größe')
	expect(await addTag(ctx, { userId: first, tag: 'GRÖßE' })).toBeNull()
	expect(await addTag(ctx, { userId: second, tag: 'größe' })).toBe('Größe')
	expect([await read(), await listTags(ctx.db)]).toEqual([['Größe', 'Größe'], ['Größe']])
	expect(await removeTag(ctx, { userId: first, tag: 'gRÖßE' })).toBe('Größe')
	expect([await removeTag(ctx, { userId: first, tag: 'Größe' }), await read()]).toEqual([null, ['Größe']])
})

test('a learner has at most 20 tags, and of people who add one at the same moment, none goes over it', async () => {
	const { ctx, read, first } = await addLearners(1)
	for (let number = 1; number < 20; number += 1) await addTag(ctx, { userId: first, tag: `t${number}` })
	const ends = await Promise.allSettled(['a', 'b', 'a'].map((tag) => addTag(ctx, { userId: first, tag })))
	expect(await read()).toHaveLength(20)
	expect(ends.some(({ status }) => status === 'rejected')).toBe(true)
})

test('there are at most 200 different tags; an existing one can still be added', async () => {
	const { ctx, first, second } = await addLearners(2)
	await sql`insert into auth.users (id, email, created_at, updated_at)
		select gen_random_uuid(), n || '@more.test', now(), now() from generate_series(1, 10) n`.execute(ctx.db)
	await sql`insert into learner_tags (user_id, name, created_at)
		select id, 'Tag ' || (row_number() over ()) || '/' || n, now() from auth.users, generate_series(1, 20) n
		where email like '%@more.test'`.execute(ctx.db)
	const tags = await listTags(ctx.db)
	expect(tags).toHaveLength(200)
	await expect(addTag(ctx, { userId: first, tag: 'One more' })).rejects.toMatchObject({ code: 'tag_refused' })
	expect(await addTag(ctx, { userId: second, tag: tags[7]?.toUpperCase() ?? '' })).toBe(tags[7])
})
