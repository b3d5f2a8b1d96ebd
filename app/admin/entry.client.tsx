import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { startAtShownPage } from './start-at-shown-page.ts'

startTransition(() => {
	startAtShownPage()
	hydrateRoot(document, <HydratedRouter />)
})
