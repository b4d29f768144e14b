// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract Named {
    address internal keeper;

    function whoKeeps() external view returns (address) {
        return keeper;
    }
}

contract NameRegistry is Named {
    mapping(bytes32 => address) public holderOf;
    uint256 public price = 1;

    function register(string calldata first, string calldata last) external {
        bytes32 key = keccak256(abi.encodePacked(first, last)); // expect: hash-collision
        require(holderOf[key] == address(0), "taken");
        holderOf[key] = msg.sender;
    }

    function registerSafely(string calldata first, string calldata last) external {
        bytes32 key = keccak256(abi.encode(first, last));
        require(holderOf[key] == address(0), "taken");
        holderOf[key] = msg.sender;
    }

    function quote(uint256 price) external pure returns (uint256) { // expect: shadowed-name
        return price * 2;
    }

    function joined(string memory a, uint256 b) external pure returns (bytes32) {
        return keccak256(abi.encodePacked(a, b));
    }
}
