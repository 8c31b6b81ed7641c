"""What the generator's rules tell the targets that depend on them."""

UnboxingCodegenInfo = provider(
    doc = "Generated unboxing wrappers of a selection of operators.",
    fields = {
        "headers": "depset of File: UnboxingFunctions.h.",
        "include": "string: the folder that `ATen/UnboxingFunctions.h` is found in.",
        "num_shards": "int: into how many sources each kind is cut.",
        "registration": "depset of File: rows of the operator table; to be linked whole.",
        "report": "depset of File: which operators are selected and why, as tsv and html.",
        "static_dispatch_backends": "list of string: backends that wrappers call.",
        "wrappers": "depset of File: the wrappers' sources.",
    },
)

AtenCodegenInfo = provider(
    doc = "Generated at:: functions, Tensor methods and schemas of all operators.",
    fields = {
        "headers": "depset of File: Functions.h, TensorBody.h and so on, and the tree `ops`.",
        "include": "string: the folder that `ATen/Functions.h` is found in.",
        "schemas": "depset of File: RegisterSchema.cpp.",
        "sources": "depset of File: sources that belong into one archive with the kernels.",
    },
)
