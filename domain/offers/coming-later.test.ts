import { expect, test } from 'vitest'

import { COMING_LATER_MARK, splitComingLater } from './coming-later.ts'

test('upcoming items are listed separately, in order and without the mark', () => {
	const items = ['Mentors', `A forum${COMING_LATER_MARK}`, 'Templates', `Calls${COMING_LATER_MARK} and a chat${COMING_LATER_MARK}`]
	expect(splitComingLater(items)).toEqual({ included: ['Mentors', 'Templates'], later: ['A forum', 'Calls and a chat'] })
	expect(splitComingLater([])).toEqual({ included: [], later: [] })
})
