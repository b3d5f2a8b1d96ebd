import { expect, test } from 'vitest'

import { NAVIGATION } from '#server/console/shell/navigation.ts'

import { iconNameOfPage } from './console-icon.tsx'

test.each(NAVIGATION.map(({ href }) => href))('%s has an icon', (href) => {
	expect(iconNameOfPage(href)).not.toBeNull()
})
