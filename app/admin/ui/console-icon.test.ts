import { expect, test } from 'vitest'

import { NAVIGATION } from '#server/console/shell/navigation.ts'

import { iconOf } from './console-icon.tsx'

test.each(NAVIGATION.map(({ href }) => href))('%s has an icon', (href) => {
	expect(iconOf(href)).not.toBeNull()
})
