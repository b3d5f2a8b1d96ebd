import { readRouteLines } from '#scripts/reference/route-lines.ts'

/** Every route of the server, from its `routes.txt` files. */
export const ROWS = readRouteLines()
