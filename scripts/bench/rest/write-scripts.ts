import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { type BenchDatabase, sqlLearnerId } from '#scripts/bench/rig/bench-database.ts'

const VALUES = '"course_progress_notifications":true,"payment_notifications":false'

const UPSERT = `with _written as (insert into "public"."user_sms_settings" as _table ("user_id", "course_progress_notifications", "payment_notifications")
select _body."user_id", _body."course_progress_notifications", _body."payment_notifications"
from json_to_recordset(json_build_array(json_build_object(
	'user_id', ${sqlLearnerId(':n::bigint')}, 'course_progress_notifications', true, 'payment_notifications', false)))
	as _body("user_id" uuid, "course_progress_notifications" boolean, "payment_notifications" boolean)
on conflict ("user_id") do update set "user_id" = excluded."user_id",
	"course_progress_notifications" = excluded."course_progress_notifications", "payment_notifications" = excluded."payment_notifications"
returning 1 as _one, (xmax = 0) as _added)
select '' as body, (select count(*) from _written)::int as found, (select count(*) from _written where _added)::int as inserted;`

function writeScript(workDir: string, name: string, text: string): string {
	const file = path.join(workDir, name)
	writeFileSync(file, text)
	return file
}

/**
 * Writes a pgbench script with only the upsert that /rest/v1 generates for the settings page. It sets no role or claims, so no
 * policies apply.
 */
export const writePgbenchScript = (workDir: string, learners: number): string =>
	writeScript(workDir, 'settings.sql', `\\set n random(1, ${learners})\n${UPSERT}\n`)

const SESSION = sqlLearnerId(':n::bigint').replace('4000-8000', '4000-9000')

/** Opens a session for each learner, with an ID that pgbench can compute. */
export const openNumberedSessions = ({ pools }: BenchDatabase) =>
	pools.app.query(
		"insert into auth.sessions (id, user_id, refresh_key) select overlay(id::text placing '9000' from 20)::uuid, id, '\\x00' from auth.users",
	)

/** Writes a script with the whole transaction: it checks the session and its second factor, and sets role, claims and request. */
export const writeTransactionScript = (workDir: string, learners: number): string =>
	writeScript(
		workDir,
		'settings-as-learner.sql',
		`\\set n random(1, ${learners})
begin;
select set_config('request.second_factor', auth.require_session(${sqlLearnerId(':n::bigint')}, ${SESSION}, clock_timestamp(), '{"aal":"aal1"}'), true),
	set_config('role', 'authenticated', true),
	set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', ${sqlLearnerId(':n::bigint')})::text, true),
	set_config('request.method', 'POST', true), set_config('request.path', '/user_sms_settings', true),
	set_config('request.headers', '{"host":"localhost","content-type":"application/json","prefer":"resolution=merge-duplicates"}', true);
${UPSERT}
commit;
`,
	)

/** Writes a script in which each request saves the settings of another learner, as supabase-js sends them. */
export function writeWrkScript(workDir: string, tokens: readonly string[]): string {
	const list = path.join(workDir, 'rest-tokens.txt')
	const userOf = (token: string) => (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub
	writeFileSync(list, tokens.map((token) => `${token} ${userOf(token)}`).join('\n'))
	const file = path.join(workDir, 'settings.lua')
	writeFileSync(
		file,
		`local learners = {}
for line in io.lines('${list}') do
	local token, user = line:match('(%S+) (%S+)')
	learners[#learners + 1] = { token = token, user = user }
end
local n = 0
request = function()
	n = n + 1
	local learner = learners[n % #learners + 1]
	return wrk.format('POST', '/rest/v1/user_sms_settings?on_conflict=user_id',
		{ ['Authorization'] = 'Bearer ' .. learner.token, ['Content-Type'] = 'application/json', ['Content-Profile'] = 'public',
			['Prefer'] = 'resolution=merge-duplicates' },
		'{"user_id":"' .. learner.user .. '",${VALUES}}')
end
`,
	)
	return file
}
