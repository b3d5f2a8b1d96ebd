import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { jobs } from './jobs.ts'

test('a failing plugin doesn’t block later ones, and the job still fails', async () => {
	const asked: string[] = []
	const plugins = [
		{ workWhenDue: () => Promise.reject(new Error('first')) },
		{},
		{ workWhenDue: () => Promise.resolve(asked.push('third')).then(() => ({ thirds: 1 })) },
		{ workWhenDue: () => Promise.reject(new Error('fourth')) },
	]
	const { deps, logLines } = await makeTestDeps({ plugins })
	await expect(jobs.get('work-of-plugins')?.run(systemContext(deps, 'test'), {})).rejects.toThrow('first')
	expect(asked).toEqual(['third'])
	expect(logLines.filter((line) => line.includes('work of a plugin failed')).map((line) => /first|fourth/.exec(line)?.[0])).toEqual([
		'first',
		'fourth',
	])
})
