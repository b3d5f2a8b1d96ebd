import { expect, test, vi } from 'vitest'

import { placeMenu } from './slash-menu.tsx'

test.each([
	[900, 540, { top: 562 }],
	[900, 600, { top: 622 }],
	[900, 660, { bottom: 240 }],
	[450, 200, { top: 222 }],
	[450, 300, { bottom: 150 }],
])('in a window %i px high, the / menu of a line at %i px is above it only without space below', (height, top, place) => {
	vi.stubGlobal('visualViewport', null)
	vi.stubGlobal('innerHeight', height)
	expect(placeMenu({ left: 0, top, bottom: top + 22 })).toMatchObject(place)
})
