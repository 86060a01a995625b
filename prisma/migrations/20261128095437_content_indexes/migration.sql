-- CreateTable
CREATE TABLE "text_derivations" (
    "source" TEXT NOT NULL,
    "source_start" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "value" JSON NOT NULL,

    CONSTRAINT "text_derivations_pkey" PRIMARY KEY ("source","source_start","name")
);

-- CreateTable
CREATE TABLE "content_index_states" (
    "space_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "revision_id" TEXT NOT NULL,

    CONSTRAINT "content_index_states_pkey" PRIMARY KEY ("space_id","name")
);

-- AddForeignKey
ALTER TABLE "text_derivations" ADD CONSTRAINT "text_derivations_source_fkey" FOREIGN KEY ("source") REFERENCES "blobs"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

