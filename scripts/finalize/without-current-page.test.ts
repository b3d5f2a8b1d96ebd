import { expect, test } from 'vitest'

import { withoutCurrentPage } from './without-current-page.ts'

test('no link of the app shell is the current page, and the others stay as they are', () => {
	const shell = '<a aria-current="page" class="nav-link active" href="/">Home</a><a class="nav-link" href="/modules">Modules</a>'
	expect(withoutCurrentPage(shell)).toBe('<a class="nav-link" href="/">Home</a><a class="nav-link" href="/modules">Modules</a>')
})
