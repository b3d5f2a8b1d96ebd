import { createContext } from 'react-router'

import type { Visit } from '#server/console/shell/visit.ts'

/** Set before any route runs, so it needs no default. */
export const visitContext = createContext<Visit>()
