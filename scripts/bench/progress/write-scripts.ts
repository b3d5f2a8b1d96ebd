import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { sqlLearnerId, BENCH_SECTION } from '#scripts/bench/rig/bench-database.ts'

/** Writes a script with the prepared statement of server/services/learning/progress/merge-learner-progress.ts for one learner. */
export function writePgbenchScript(workDir: string, learners: number): string {
	const file = path.join(workDir, `merge-${learners}.sql`)
	writeFileSync(
		file,
		`\\set n random(1, ${learners})
insert into progress_entries (user_id, kind, key, done, changed_at, detail)
select user_id, kind, key, done, changed_at, detail
from jsonb_to_recordset(jsonb_build_array(jsonb_build_object(
	'user_id', ${sqlLearnerId(':n::bigint')}, 'kind', 'section', 'key', '${BENCH_SECTION}', 'done', true, 'changed_at', clock_timestamp())))
	as entry (user_id uuid, kind text, key text, done boolean, changed_at timestamptz, detail jsonb)
on conflict (user_id, kind, key) do update
set done = excluded.done, changed_at = excluded.changed_at, detail = excluded.detail,
	stored_at = case when progress_entries.stored_at < date_trunc('day', now(), 'UTC') then now() else progress_entries.stored_at end;
`,
	)
	return file
}

/** Writes a script that reports an opened section of another learner in each request. The server replaces the future time. */
export function writeWrkScript(workDir: string, tokens: readonly string[]): string {
	const list = path.join(workDir, 'tokens.txt')
	writeFileSync(list, tokens.join('\n'))
	const file = path.join(workDir, 'merge.lua')
	writeFileSync(
		file,
		`local tokens = {}
for line in io.lines('${list}') do tokens[#tokens + 1] = line end
local n = 0
request = function()
	n = n + 1
	return wrk.format('POST', '/api/progress/merge',
		{ ['Authorization'] = 'Bearer ' .. tokens[n % #tokens + 1], ['Content-Type'] = 'application/json' },
		'{"entries":[{"kind":"section","key":"${BENCH_SECTION}","done":true,"changedAt":' .. ((os.time() + 60) * 1000) .. '}]}')
end
`,
	)
	return file
}
