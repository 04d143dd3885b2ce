import { openSurface, type Surface } from '../../support/surfaces.js';
import { Stage } from './stage.js';

export const SURFACES = ['http', 'mcp 2.x http'] as const;
type SurfaceName = (typeof SURFACES)[number];

/** Calls operations on the portal of a stage over HTTP or MCP. */
export class StageSurfaces {
  readonly stage: Stage;
  private readonly surfaces: ReadonlyMap<SurfaceName, Surface>;

  private constructor(stage: Stage, surfaces: ReadonlyMap<SurfaceName, Surface>) {
    this.stage = stage;
    this.surfaces = surfaces;
  }

  static async open(): Promise<StageSurfaces> {
    const stage = await Stage.open();
    const { url, database } = stage.portal;
    const surfaces = new Map<SurfaceName, Surface>();
    for (const name of SURFACES) surfaces.set(name, await openSurface(name, { url, database, key: stage.keys.right }));
    return new StageSurfaces(stage, surfaces);
  }

  call(name: SurfaceName, operation: string, args: object) {
    const surface = this.surfaces.get(name);
    if (!surface) throw new Error('no surface');
    return surface.call(operation, { ...args });
  }

  async close(): Promise<void> {
    for (const surface of this.surfaces.values()) await surface.close();
    await this.stage.portal.close();
  }
}
